package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an update costs, of two images whose layers are not compressed: an entry stores 512 bytes of
 * header and its content up to the next 512, and the end of an archive is 1,024 bytes of no entry.
 */
class UpdateLinesTest {
  @TempDir private static Path folder;
  private static Path warehouse;

  /** Contents by name; the same name is the same content. */
  private static void file(TarArchiveOutputStream tar, String path, String name, int bytes)
      throws IOException {
    byte[] content = new byte[bytes];
    new Random(name.hashCode()).nextBytes(content);
    TarArchiveEntry entry = new TarArchiveEntry(path);
    entry.setSize(bytes);
    entry.setModTime(0);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private interface Contents {
    void write(TarArchiveOutputStream tar) throws IOException;
  }

  private static void layer(LayoutOfBlobs image, Contents files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, 512)) {
      files.write(tar);
    }
    image.layer(bytes.toByteArray(), bytes.toByteArray());
  }

  private static void base(LayoutOfBlobs image) throws IOException {
    layer(
        image,
        tar -> {
          file(tar, "bin/a", "f1", 1000);
          file(tar, "etc/b", "f2", 500);
        });
  }

  @BeforeAll
  static void ingest() throws IOException {
    Path images = folder.resolve("images");
    LayoutOfBlobs image = new LayoutOfBlobs(Files.createDirectories(images.resolve("app")));
    warehouse = folder.resolve("warehouse");
    base(image);
    layer(
        image,
        tar -> {
          file(tar, "app/x", "g1", 2000);
          file(tar, "app/y", "g2", 100);
        });
    image.finish();
    varve("ingest registry %s --warehouse %s", images, warehouse).done();
    base(image);
    layer(
        image,
        tar -> {
          file(tar, "app/x", "g1", 2000); // known: 2,560 stored
          file(tar, "app/y", "g3", 300); // new: 1,024
          file(tar, "opt/z", "g3", 300); // again: 1,024
          file(tar, "bin/a2", "f1", 1000); // known, of the base: 1,536
          file(tar, "srv/a3", "f1", 1000); // likewise
        });
    layer(
        image,
        tar -> {
          file(tar, "lib/w", "g3", 300); // again, in a higher layer: 1,024
          file(tar, "lib/q", "h", 50); // new: 1,024
        });
    image.finish();
    varve("ingest registry %s --warehouse %s", images, warehouse).done();
    varve("derive --warehouse %s", warehouse).done();
  }

  private static JsonNode only(Path in, String report) {
    List<JsonNode> rows = rows(in, report);
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private static List<JsonNode> rows(Path in, String report) {
    List<JsonNode> rows = new ArrayList<>();
    varve("report %s --format json --warehouse %s", report, in)
        .done()
        .rows()
        .forEach(row -> rows.add(row.cells()));
    return rows;
  }

  private static void assertBytes(JsonNode row, String column, long bytes) {
    assertThat(row.path(column).asLong(-1)).as(column).isEqualTo(bytes);
  }

  @Test
  void anUpdateIsItsNewAvoidableRepeatedAndOtherBytes() {
    JsonNode update = only(warehouse, "update-cost");
    assertThat(update.path("repository").asText()).isEqualTo("app");
    assertBytes(update, "layers", 3);
    assertBytes(update, "new_layers", 2);
    assertBytes(update, "new_layer_bytes", 8704 + 3072);
    assertBytes(update, "new_archive_layer_bytes", 8704 + 3072);
    assertBytes(update, "new_files", 2);
    assertBytes(update, "new_file_bytes", 300 + 50);
    assertBytes(update, "new_file_stored_bytes", 1024 + 1024);
    assertBytes(update, "avoidable_bytes", 2560 + 1536 + 1536);
    assertBytes(update, "repeated_bytes", 1024 + 1024);
    assertBytes(update, "other_bytes", 1024 + 1024);
  }

  @Test
  void stepsAndDirectoriesHaveTheirParts() {
    List<JsonNode> lines = rows(warehouse, "update-lines");
    assertThat(lines).extracting(line -> line.path("depth").asInt()).containsExactly(1, 2);
    assertBytes(lines.get(0), "new_file_stored_bytes", 1024);
    assertBytes(lines.get(0), "avoidable_bytes", 2560 + 1536 + 1536);
    assertBytes(lines.get(0), "repeated_bytes", 1024);
    assertBytes(lines.get(1), "new_file_stored_bytes", 1024);
    assertBytes(lines.get(1), "repeated_bytes", 1024);
    List<JsonNode> directories = rows(warehouse, "update-directories");
    assertThat(directories)
        .extracting(
            row ->
                row.path("directory").asText()
                    + " "
                    + row.path("new_file_stored_bytes")
                    + " "
                    + row.path("avoidable_bytes")
                    + " "
                    + row.path("repeated_bytes"))
        .containsExactly(
            "/app 1024 2560 0",
            "/lib 1024 0 1024",
            "/bin 0 1536 0",
            "/srv 0 1536 0",
            "/opt 0 0 1024");
    String line = "report update-directories --where repository=%s --format csv --warehouse %s";
    assertThat(varve(line, "app", warehouse).done().lines()).hasSize(1 + directories.size());
    assertThat(varve(line, "other", warehouse).endsWith(2).err()).contains("nothing matches");
  }

  @Tag("thorough")
  @Test
  void bothEnginesDeriveTheSameUpdates() throws IOException {
    Path other = SmallWorld.copy(warehouse, folder.resolve("spark"));
    varve("derive --set engine.name=spark --warehouse %s", other).done();
    for (String report :
        List.of("update-cost", "update-lines", "update-directories", "build-lines")) {
      assertThat(rows(other, report)).isEqualTo(rows(warehouse, report)).isNotEmpty();
    }
    assertThat(varve("check --warehouse %s", other).done().out()).contains("checks pass");
  }

  /** Same content in another order is another layer, and brings nothing new. */
  @Test
  void whatIsAlikeIsAvoidableAsRebuilt() throws IOException {
    Path images = folder.resolve("turned");
    Path in = folder.resolve("turned-warehouse");
    LayoutOfBlobs image = new LayoutOfBlobs(Files.createDirectories(images.resolve("app")));
    base(image);
    image.finish();
    varve("ingest registry %s --warehouse %s", images, in).done();
    layer(
        image,
        tar -> {
          file(tar, "etc/b", "f2", 500);
          file(tar, "bin/a", "f1", 1000);
        });
    image.finish();
    varve("ingest registry %s --warehouse %s", images, in).done();
    varve("derive --warehouse %s", in).done();
    JsonNode update = only(in, "update-cost");
    assertBytes(update, "new_files", 0);
    assertBytes(update, "avoidable_bytes", 1536 + 1024);
    assertBytes(update, "rebuilt_bytes", 1536 + 1024);
    assertBytes(update, "moved_bytes", 0);
  }
}
