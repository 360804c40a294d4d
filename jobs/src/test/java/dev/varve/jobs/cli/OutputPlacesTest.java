package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.store.hadoop.FarFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every verb that has option --out, with places on other file systems. */
class OutputPlacesTest {
  @TempDir private Path folder;

  private static final String FAR = " --set " + FarFileSystem.SETTING;

  private String far() {
    return FarFileSystem.location(folder);
  }

  /** What a local file has is what a far one has; the page says when it was made. */
  @ParameterizedTest
  @CsvSource({
    "report dedup-summary --format csv, one.csv",
    "report dedup-summary --format json, one.json",
    "report dedup-summary --format table, deep/er/one.txt",
    "report --format markdown, one.md",
    "report --format openmetrics, one.prom",
    "explain /usr/, explained.txt",
    "views duckdb, views.sql"
  })
  void aDocumentIsWrittenThereAsItIsHere(String verb, String name) throws IOException {
    String line = verb + " --warehouse %s --out %s";
    varve(line, SmallWorld.packed(), folder.resolve("here/" + name)).done();
    varve(line + FAR, SmallWorld.packed(), far() + "/there/" + name).done();
    Path there = folder.resolve("there/" + name);
    assertThat(Files.readString(there).replace("/there/", "/here/").replace("far://", ""))
        .isNotEmpty()
        .satisfies(
            text ->
                assertThat(text.replaceAll("(?m)^.*--out.*$", ""))
                    .isEqualTo(
                        Files.readString(folder.resolve("here/" + name))
                            .replaceAll("(?m)^.*--out.*$", "")));
    assertThat(there.getParent()).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void aPageAndAFolderOfReportsAreWrittenThere() throws IOException {
    varve(
            "report dedup-summary --format html --warehouse %s --out %s" + FAR,
            SmallWorld.packed(),
            far() + "/page.html")
        .done();
    assertThat(folder.resolve("page.html")).content().endsWith("</html>\n");
    varve(
            "report dedup-summary layer-profile --format csv --warehouse %s --out %s" + FAR,
            SmallWorld.packed(),
            far() + "/reports")
        .done();
    assertThat(folder.resolve("reports/dedup-summary.csv")).isNotEmptyFile();
    assertThat(folder.resolve("reports/layer-profile.csv")).isNotEmptyFile();
    assertThat(
            varve(
                    "report dedup-summary --format csv --warehouse %s --out %s" + FAR,
                    SmallWorld.packed(),
                    far() + "/reports")
                .endsWith(ExitCodes.USAGE)
                .err())
        .contains("/reports is a folder; name a file in it");
  }

  @Test
  void anArchiveIsRestoredThere() throws Exception {
    var layer =
        row(
            SmallWorld.packed(),
            "SELECT layer_digest, diff_id FROM layer ORDER BY archive_bytes, layer_digest LIMIT 1");
    varve(
            "restore %s --warehouse %s --out %s" + FAR,
            layer.text("layer_digest"),
            SmallWorld.packed(),
            far() + "/layer.tar")
        .done();
    byte[] sum =
        MessageDigest.getInstance("SHA-256")
            .digest(Files.readAllBytes(folder.resolve("layer.tar")));
    assertThat("sha256:" + HexFormat.of().formatHex(sum)).isEqualTo(layer.text("diff_id"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report dedup-summary --format csv --warehouse %s --out %s",
        "report --format html --warehouse %s --out %s",
        "explain /usr/ --warehouse %s --out %s",
        "views duckdb --warehouse %s --out %s",
        "restore sha256:12 --warehouse %s --out %s"
      })
  void aSchemeThatIsNotServedIsAFaultOfUsage(String line) {
    for (String place : new String[] {"nope://host/x", "https://host/x"}) {
      assertThat(varve(line, SmallWorld.packed(), place).endsWith(ExitCodes.USAGE).err())
          .contains("--out: " + place + " cannot be written: ");
    }
    assertThat(Path.of("nope:")).doesNotExist();
    assertThat(Path.of("https:")).doesNotExist();
  }

  @Test
  void aDemoIsMadeOnThisMachine() {
    assertThat(varve("demo --out hdfs://host/demo").endsWith(ExitCodes.USAGE).err())
        .contains("--out: hdfs://host/demo is on another file system; name a local folder");
    assertThat(Path.of("hdfs:")).doesNotExist();
  }

  @Test
  void aUriOfAFileIsThatFile() throws IOException {
    Path file = folder.resolve("a b.csv");
    varve(
            "report dedup-summary --format csv --warehouse %s --out %s",
            SmallWorld.packed(), "file://" + file)
        .done();
    assertThat(file).isNotEmptyFile();
  }
}
