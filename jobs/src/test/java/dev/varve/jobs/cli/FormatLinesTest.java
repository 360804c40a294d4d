package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.luben.zstd.Zstd;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What formats would store of two images whose layers are not compressed: an entry stores 512 bytes
 * of header and its content up to the next 512, and the end of an archive is 1,024 bytes.
 */
class FormatLinesTest {
  private static final long BASE = 512 + 1024 + 512 + 512 + 1024;
  private static final long FIRST = 512 + 2048 + 512 + 512 + 1024;
  private static final long SECOND = 512 + 2048 + 512 + 512 + 512 + 1024 + 1024;
  private static final long TOP = 512 + 512 + 1024;

  @TempDir private static Path folder;
  private static Path images;
  private static Path warehouse;

  /** Files of these names and lengths; the same name is the same content. */
  private static void layer(LayoutOfBlobs image, Object... files) throws IOException {
    List<byte[]> contents = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int file = 0; file < files.length; file += 3) {
      names.add((String) files[file]);
      contents.add(noise((String) files[file + 1], (int) files[file + 2]));
    }
    byte[] archive = archive(names, contents);
    image.layer(archive, archive);
  }

  private static byte[] noise(String seed, int bytes) {
    byte[] content = new byte[bytes];
    new Random(seed.hashCode()).nextBytes(content);
    return content;
  }

  private static byte[] archive(List<String> names, List<byte[]> contents) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, 512)) {
      for (int file = 0; file < names.size(); file++) {
        TarArchiveEntry entry = new TarArchiveEntry(names.get(file));
        entry.setSize(contents.get(file).length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(contents.get(file));
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static void base(LayoutOfBlobs image) throws IOException {
    layer(image, "bin/a", "f1", 1000, "etc/b", "f2", 500);
  }

  @BeforeAll
  static void simulate() throws IOException {
    images = folder.resolve("images");
    LayoutOfBlobs image = new LayoutOfBlobs(Files.createDirectories(images.resolve("app")));
    warehouse = folder.resolve("warehouse");
    base(image);
    layer(image, "app/x", "g1", 2000, "app/y", "g2", 100);
    image.finish();
    ingest();
    base(image);
    layer(image, "app/x", "g1", 2000, "app/y", "g3", 300, "bin/a2", "f1", 1000);
    layer(image, "lib/q", "h", 50);
    image.finish();
    ingest();
    varve("derive --warehouse %s", warehouse).done();
    varve("simulate formats --warehouse %s", warehouse).done();
  }

  private static void ingest() {
    varve("ingest registry %s --measure-formats --warehouse %s", images, warehouse).done();
  }

  private static ObjectNode formats(Path in, String more) {
    ObjectNode formats = JsonNodeFactory.instance.objectNode();
    varve("report formats --format json --warehouse %s" + more, in)
        .done()
        .rows()
        .forEach(row -> formats.set(row.text("format"), row.cells()));
    return formats;
  }

  private static void assertBytes(JsonNode row, String column, long bytes) {
    assertThat(row.path(column).asLong(-1)).as(column).isEqualTo(bytes);
  }

  @Test
  void theTimeIsSaidBeforehandWithThePartOfEachOption() {
    Path none = folder.resolve("none");
    String line = "ingest registry %s --warehouse %s";
    assertThat(varve(line, images, none).done().err()).doesNotContain("about ");
    assertThat(varve(line + " --chunks fixed-4k", images, folder.resolve("one")).done().err())
        .containsPattern(
            "about [0-9:]+ \\w+: reading [0-9:]+ \\w+; chunks by fixed-4k [0-9:]+ \\w+\n");
    assertThat(
            varve(
                    line + " --measure-pull --pull-codec gzip-1 --measure-formats",
                    images,
                    folder.resolve("two"))
                .done()
                .err())
        .containsPattern(
            "about .*: reading .*; samples of formats [0-9:]+ \\w+; pulls by gzip-1, zstd-3 [0-9:]+ \\w+\n");
    // There is nothing left to read.
    assertThat(varve(line + " --chunks fixed-4k", images, none).done().err())
        .doesNotContain("about ");
  }

  @Test
  void asStoredIsWhatTheLayersTake() {
    JsonNode stored = formats(warehouse, "").path("as-stored");
    assertBytes(stored, "payload_bytes", BASE + FIRST + SECOND + TOP);
    assertBytes(stored, "index_bytes", 0);
    assertBytes(stored, "low_bytes", BASE + FIRST + SECOND + TOP);
    assertBytes(stored, "objects", 4);
    assertBytes(stored, "update_bytes", SECOND + TOP);
    assertBytes(stored, "pull_bytes", (BASE + FIRST + BASE + SECOND + TOP) / 2);
    assertThat(stored.path("requests").asDouble()).isEqualTo(2.5);
    double archives = (BASE + FIRST + BASE + SECOND + TOP) / 2.0;
    assertThat(stored.path("start_seconds").asDouble())
        .isCloseTo(0.02 + archives / 125e6 + archives / 100e6, within(1e-6));
  }

  @Test
  void contentsAreStoredOnce() {
    ObjectNode formats = formats(warehouse, "");
    JsonNode composefs = formats.path("composefs");
    assertBytes(composefs, "payload_bytes", 1000 + 500 + 2000 + 100 + 300); // 50 bytes are inline
    assertBytes(composefs, "objects", 5);
    assertBytes(formats.path("erofs"), "payload_bytes", 1500 + 2100 + 3300 + 50);
    assertBytes(formats.path("files"), "objects", 6 + 4); // contents, and a recipe a layer
  }

  /**
   * A content that repeats itself beyond the window of gzip, so that zstd stores it in half as many
   * bytes; twice in a layer, and once in another.
   */
  @Test
  void aContentIsAsItsFirstLayerStoresIt() throws IOException {
    byte[] text = Arrays.copyOf(noise("text", 100_000), 200_000);
    System.arraycopy(text, 0, text, 100_000, 100_000);
    byte[] own = noise("own", 5_000);
    byte[] other = noise("other", 6_000);
    byte[] first = archive(List.of("a", "b", "c"), List.of(text, own, text));
    byte[] second = archive(List.of("d", "e"), List.of(text, other));
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(first);
    }
    Path registry = folder.resolve("two");
    LayoutOfBlobs image = new LayoutOfBlobs(Files.createDirectories(registry.resolve("app")));
    image.layer(first, gzip.toByteArray());
    image.layer(second, Zstd.compress(second, 12));
    image.finish();
    Path in = folder.resolve("of-two");
    varve("ingest registry %s --measure-formats --warehouse %s", registry, in).done();
    varve("derive --warehouse %s", in).done();
    varve("simulate formats --warehouse %s", in).done();
    double once = Zstd.compress(text, 3).length + 5_000.0 + 6_000;
    for (String format : List.of("nydus", "files")) {
      assertThat(formats(in, "").path(format).path("payload_bytes").asDouble())
          .isCloseTo(once, withPercentage(5));
    }
  }

  @Test
  void zstdIsMeasuredOnWholeLayers() {
    JsonNode zstd = formats(warehouse, "").path("zstd-3");
    double measured =
        rows(warehouse, "SELECT sum(pull_bytes) AS bytes FROM layer_pull WHERE codec = 'zstd-3'")
            .get(0)
            .number("bytes");
    assertBytes(zstd, "payload_bytes", (long) measured);
    assertBytes(zstd, "low_bytes", (long) measured);
    assertBytes(zstd, "high_bytes", (long) measured);
  }

  /** Contents are random: no format makes them shorter, and the sample is all of them. */
  @Test
  void whatCannotBeCompressedTakesItsLength() {
    ObjectNode formats = formats(warehouse, "");
    assertThat(formats.path("estargz").path("payload_bytes").asDouble())
        .isBetween(6950.0, 6950 * 1.3);
    assertThat(formats.path("zstd-chunked").path("payload_bytes").asDouble())
        .isBetween(6950.0, 6950 * 1.3);
  }

  @Test
  void anImageAloneIsChosenByItsTag() {
    String digest =
        rows(warehouse, "SELECT image_digest FROM image ORDER BY layers")
            .get(0)
            .text("image_digest");
    JsonNode stored = formats(warehouse, " --where image=" + digest).path("as-stored");
    assertBytes(stored, "stored_bytes", BASE + FIRST);
    assertBytes(stored, "pull_bytes", BASE + FIRST);
    assertThat(stored.path("update_bytes").isNull()).isTrue();
  }

  /** Without a sample only what is layout, or as it is, has figures; no start is lazy. */
  @Test
  void whatWasNotMeasuredIsNull() {
    Path in = folder.resolve("bare");
    varve("ingest registry %s --warehouse %s", images, in).done();
    assertThat(varve("simulate formats --warehouse %s", in).done().err())
        .contains("--measure-formats");
    ObjectNode formats = formats(in, "");
    assertThat(formats.path("estargz").path("stored_bytes").isNull()).isTrue();
    assertThat(formats.path("estargz").path("index_bytes").asLong()).isPositive();
    assertThat(formats.path("soci").path("stored_bytes").asLong()).isPositive();
    assertThat(formats.path("soci").path("start_seconds").isNull()).isTrue();
    assertThat(formats.path("as-stored").path("best").isNull()).isTrue();
    assertThat(formats.has("chunks")).isFalse();
  }

  @Test
  void aStartFetchesTheFilesThatItReads() throws IOException {
    Path in = SmallWorld.copy(warehouse, folder.resolve("started"));
    String digest =
        rows(in, "SELECT image_digest FROM image ORDER BY layers").get(0).text("image_digest");
    Path list =
        Files.writeString(
            folder.resolve("starts.csv"), "image,run,path\n" + digest + ",a,/etc/b\n");
    varve("simulate startup --accesses %s --warehouse %s", list, in).done();
    varve("simulate formats --warehouse %s", in).done();
    JsonNode estargz = formats(in, " --where image=" + digest).path("estargz");
    long start = estargz.path("start_bytes").asLong();
    assertThat(start).isBetween(500L, estargz.path("pull_bytes").asLong() - 2000);
    JsonNode row =
        rows(
                in,
                "SELECT * FROM format_result WHERE format = 'estargz' AND image_digest = '"
                    + digest
                    + "'")
            .get(0)
            .cells();
    assertThat(row.path("start_requests").asDouble())
        .isEqualTo(3); // two tables of contents, a file
  }

  @Test
  void bothEnginesComputeTheSame() throws IOException {
    Path other = SmallWorld.copy(warehouse, folder.resolve("spark"));
    varve("simulate formats --set engine.name=spark --warehouse %s", other).done();
    for (String table : new String[] {"format_part", "format_result"}) {
      String sql = "SELECT * FROM " + table + " ORDER BY ALL";
      assertThat(rows(other, sql)).hasSameSizeAs(rows(warehouse, sql));
    }
    assertThat(formats(other, "")).isEqualTo(formats(warehouse, ""));
    assertThat(varve("check --warehouse %s", other).done().out()).contains("checks pass");
  }
}
