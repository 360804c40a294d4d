package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of layers made again, as a user meets it; what they were is unzipped by the JDK. */
class RestoreLinesTest {
  private static final String CONTENTS =
      "SELECT layer_digest, fingerprint, any_value(path) AS path FROM layer_recipe"
          + " WHERE kind = 'FILE' AND bytes > 0 GROUP BY layer_digest, fingerprint";

  @TempDir private Path folder;

  private static String blob(String digest) {
    String hex = digest.substring("sha256:".length());
    return "docker/registry/v2/blobs/sha256/" + hex.substring(0, 2) + "/" + hex + "/data";
  }

  private static byte[] archive(String digest) throws IOException {
    Path blob = SmallWorld.registry().resolve(blob(digest));
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(blob))) {
      return in.readAllBytes();
    }
  }

  /** A gzip layer: one of which other layers hold every content, or one that has its own. */
  private static Line layer(String holdsOwn) {
    return row(
        SmallWorld.ingested(),
        "WITH content AS ("
            + CONTENTS
            + "), shared AS (SELECT *, count(*) OVER (PARTITION BY fingerprint) AS layers FROM content)"
            + " SELECT shared.layer_digest, max_by(shared.path, -shared.layers) AS path FROM shared"
            + " JOIN layer USING (layer_digest) WHERE compression = 'gzip'"
            + " GROUP BY shared.layer_digest HAVING (min(shared.layers) = 1) = "
            + holdsOwn
            + " AND count(*) > 1 ORDER BY shared.layer_digest LIMIT 1");
  }

  @Test
  void everyLayerComesBack() {
    long layers =
        row(SmallWorld.ingested(), "SELECT count(*) AS layers FROM layer").count("layers");
    assertThat(
            varve("check --deep --sample 1000 --warehouse %s", SmallWorld.ingested()).done().out())
        .contains(layers + " of " + layers + " layers come back");
  }

  /** A file system in which nobody makes files. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void whereNoFileCanBeIsSaid() {
    assertThat(
            varve(
                    "restore %s --warehouse %s --out /proc/x.tar",
                    layer("true").text("layer_digest"), SmallWorld.ingested())
                .endsWith(ExitCodes.USAGE)
                .err())
        .contains("/proc/x.tar cannot be written: ")
        .doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "spark"})
  void aLayerComesBackAsItWas(String engine) throws Exception {
    String digest = layer("true").text("layer_digest");
    Path file = folder.resolve("layer.tar");
    String line = "restore %s --warehouse %s --out %s --set engine.name=%s";
    String beginning = digest.substring("sha256:".length(), "sha256:".length() + 12);
    assertThat(varve(line, beginning, SmallWorld.ingested(), file, engine).done().err())
        .contains("contents from 1 layer");
    assertThat(file).hasBinaryContent(archive(digest));
    assertThat(
            varve(line, "sha256:", SmallWorld.ingested(), file, engine)
                .endsWith(ExitCodes.NO_INPUT)
                .err())
        .contains("several layers begin with sha256:");
    assertThat(folder).isDirectoryNotContaining("glob:**.restore-*");
  }

  /** Its own blob is gone, and all its contents are elsewhere. */
  @Test
  void aLayerComesBackFromOthers() throws Exception {
    String digest = layer("false").text("layer_digest");
    Path registry = SmallWorld.copy(SmallWorld.registry(), folder.resolve("r"));
    Files.delete(registry.resolve(blob(digest)));
    Path file = folder.resolve("layer.tar");
    varve(
            "restore %s --warehouse %s --out %s --input %s",
            digest, SmallWorld.ingested(), file, registry)
        .done();
    assertThat(file).hasBinaryContent(archive(digest));
  }

  @Test
  void nothingButAFileIsReplaced() {
    for (Path out : List.of(folder, Path.of("/dev/null"))) {
      assertThat(
              varve("restore 12ab --warehouse %s --out %s", SmallWorld.ingested(), out)
                  .endsWith(ExitCodes.USAGE)
                  .err())
          .contains(out + " is no file in a folder that exists");
    }
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void whatIsMissingIsNamed() throws Exception {
    Line layer = layer("true");
    String digest = layer.text("layer_digest");
    Path registry = SmallWorld.copy(SmallWorld.registry(), folder.resolve("r"));
    Path blob = registry.resolve(blob(digest));
    byte[] bytes = Files.readAllBytes(blob);
    bytes[bytes.length / 2] ^= 1;
    Files.write(blob, bytes);
    Path file = folder.resolve("layer.tar");
    String line = "restore %s --warehouse %s --out %s --input %s";
    assertThat(
            varve(line, digest, SmallWorld.ingested(), file, registry)
                .endsWith(ExitCodes.NO_INPUT)
                .err())
        .contains(digest + " lacks the contents of ")
        .contains(layer.text("path"))
        .contains("unusable: ")
        .contains(digest.substring("sha256:".length()));
    assertThat(file).doesNotExist();
    assertThat(
            varve(
                    "check --deep --sample 1000 --warehouse %s --input %s",
                    SmallWorld.ingested(), registry)
                .endsWith(ExitCodes.REJECTED)
                .out())
        .contains(digest + " lacks the contents of ");
  }

  @Test
  void aLayerWithoutFramingSaysWhatToDo() {
    Path warehouse = folder.resolve("w");
    varve(
            "ingest registry %s --warehouse %s --set ingest.framing=none",
            SmallWorld.registry(), warehouse)
        .done();
    List<Line> framing = rows(warehouse, "SELECT * FROM layer_framing");
    assertThat(framing).isEmpty();
    String digest = layer("true").text("layer_digest");
    String line = "restore %s --warehouse %s --out %s";
    assertThat(
            varve(line, digest, warehouse, folder.resolve("x")).endsWith(ExitCodes.NO_INPUT).err())
        .contains("--set ingest.framing=keep");
    assertThat(
            varve(line, "sha256:00", warehouse, folder.resolve("x"))
                .endsWith(ExitCodes.NO_INPUT)
                .err())
        .contains("the warehouse contains no layer sha256:00");
  }

  @Test
  void theFileNeedsAFolder() {
    assertThat(
            varve("restore sha256:00 --warehouse %s --out %s", folder, folder.resolve("no/file"))
                .endsWith(ExitCodes.USAGE)
                .err())
        .contains("--out: ");
  }
}
