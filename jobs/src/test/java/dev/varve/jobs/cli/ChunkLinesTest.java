package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunks of the files of layers, against plain loops over the same files. */
class ChunkLinesTest {
  private static final int CHUNK = 4096;

  @TempDir private static Path folder;

  private static Path warehouse = Path.of("");
  private static Path layout = Path.of("");

  /** What chunks of files save; which layers are alike is asked elsewhere. */
  private static final String DERIVE = "derive --set derive.twins.layers=none --warehouse %s";

  /** The files of two layers: noise that shares blocks, a file twice, one byte in front, zeros. */
  private static final List<Map<String, byte[]>> LAYERS = layers();

  private static List<Map<String, byte[]>> layers() {
    byte[] noise = new byte[10 * CHUNK + 100];
    new Random(1).nextBytes(noise);
    byte[] changed = noise.clone();
    changed[5 * CHUNK + 7]++;
    byte[] shifted = new byte[noise.length + 1];
    System.arraycopy(noise, 0, shifted, 1, noise.length);
    byte[] small = Arrays.copyOf(noise, 300);
    byte[] text =
        "so much of the same \n".repeat(2000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return List.of(
        Map.of("a/noise", noise, "a/again", noise, "a/small", small, "a/empty", new byte[0]),
        Map.of(
            "b/changed",
            changed,
            "b/noise",
            noise,
            "b/shifted",
            shifted,
            "b/zeros",
            new byte[3 * CHUNK],
            "b/text",
            text));
  }

  @BeforeAll
  static void ingest() throws Exception {
    layout = folder.resolve("layout");
    write(layout, LAYERS);
    warehouse = folder.resolve("warehouse");
    varve(
            "ingest registry %s --warehouse %s --chunks fixed-4k,fastcdc-v1-1k"
                + " --set ingest.sample-ratio=1 --set ingest.sample-codec=gzip-6",
            layout, warehouse)
        .done();
    varve(DERIVE, warehouse).done();
  }

  private static void write(Path root, List<Map<String, byte[]>> layers) throws IOException {
    LayoutOfBlobs written = new LayoutOfBlobs(root);
    for (Map<String, byte[]> files : layers) {
      byte[] archive = tar(files);
      written.layer(archive, gzip(archive));
    }
    written.finish();
  }

  private static byte[] tar(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
        entry.setSize(file.getValue().length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    }
    return out.toByteArray();
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** What a plain loop counts of the blocks of files. */
  private static final class Count {
    private long bytes;
    private long files;
    private long chunks;
    private long compressedBytes;
    private final Map<String, Integer> lengths = new HashMap<>();

    void add(byte[] file, int step) throws IOException {
      bytes += file.length;
      files += file.length > 0 ? 1 : 0;
      for (int from = 0; from < file.length; from += step) {
        byte[] chunk = Arrays.copyOfRange(file, from, Math.min(file.length, from + step));
        chunks++;
        if (lengths.put(sha256(chunk), chunk.length) == null) {
          compressedBytes += Math.min(chunk.length, gzip(chunk).length);
        }
      }
    }

    long uniqueBytes() {
      return lengths.values().stream().mapToLong(Integer::longValue).sum();
    }
  }

  private static Count counted(List<Map<String, byte[]>> layers, int step) throws IOException {
    Count count = new Count();
    for (Map<String, byte[]> layer : layers) {
      for (byte[] file : layer.values()) {
        count.add(file, step);
      }
    }
    return count;
  }

  private static void assertCounted(Line line, Count count) {
    assertThat(line.count("bytes")).isEqualTo(count.bytes);
    assertThat(line.count("files")).isEqualTo(count.files);
    assertThat(line.count("chunks")).isEqualTo(count.chunks);
    assertThat(line.count("unique_chunks")).isEqualTo(count.lengths.size());
    assertThat(line.count("unique_bytes")).isEqualTo(count.uniqueBytes());
    assertThat(line.count("samples")).isEqualTo(count.lengths.size());
    assertThat(line.count("sample_compressed_bytes")).isEqualTo(count.compressedBytes);
  }

  private static Line dedup(String chunker) {
    return row(
        warehouse,
        "SELECT * FROM content_dedup WHERE scope = 'layers' AND chunker = '" + chunker + "'");
  }

  @Test
  void blocksAreThoseOfAPlainLoop() throws IOException {
    assertCounted(dedup("fixed-4k"), counted(LAYERS, CHUNK));
    assertCounted(dedup("file"), counted(LAYERS, Integer.MAX_VALUE / 2));
  }

  /**
   * noise, small, changed, shifted, zeros and text: six contents of nine files, one of them empty.
   */
  @Test
  void everyContentHasOneRecipeAChunker() {
    assertThat(
            rows(
                warehouse,
                "SELECT chunker, count(*) AS pieces, count(DISTINCT fingerprint) AS contents"
                    + " FROM file_recipe GROUP BY chunker"))
        .hasSize(2)
        .allMatch(line -> line.count("pieces") == 6 && line.count("contents") == 6);
  }

  /** A byte in front moves every block, and few cuts that follow the content. */
  @Test
  void cutsThatFollowTheContentFindWhatHasMoved() {
    Line fixed = dedup("fixed-4k");
    Line content = dedup("fastcdc-v1-1k");
    assertThat(content.count("bytes")).isEqualTo(fixed.count("bytes"));
    assertThat(content.count("unique_bytes")).isLessThan(fixed.count("unique_bytes") - 8 * CHUNK);
  }

  /** With everything compressed there is no error left. */
  @Test
  void theReportHasTheFoldsOfThePlainLoop() throws IOException {
    Count blocks = counted(LAYERS, CHUNK);
    Count files = counted(LAYERS, Integer.MAX_VALUE / 2);
    List<Line> lines =
        varve("report compression-against-dedup --warehouse %s --format json", warehouse)
            .done()
            .rows();
    Line line =
        lines.stream()
            .filter(one -> one.has("scope", "layers") && one.has("chunker", "fixed-4k"))
            .findFirst()
            .orElseThrow();
    assertThat(line.number("covered_ratio")).isEqualTo(1);
    assertThat(line.number("file_dedup_fold"))
        .isCloseTo((double) blocks.bytes / files.uniqueBytes(), within(1e-6));
    assertThat(line.number("dedup_fold"))
        .isCloseTo((double) blocks.bytes / blocks.uniqueBytes(), within(1e-6));
    double both = (double) blocks.bytes / blocks.compressedBytes;
    assertThat(line.number("both_fold")).isCloseTo(both, within(1e-5));
    assertThat(line.number("both_low_fold")).isCloseTo(both, within(1e-5));
    assertThat(lines).anyMatch(one -> one.has("source", "published"));
    Line savings =
        varve("report chunk-savings --warehouse %s --format json", warehouse).done().rows().stream()
            .filter(one -> one.has("chunker", "fixed-4k") && one.has("format", "casync"))
            .findFirst()
            .orElseThrow();
    assertThat(savings.count("net_savings_bytes"))
        .isEqualTo(
            files.compressedBytes - blocks.compressedBytes - 40 * (blocks.chunks - files.files));
  }

  /** A category of one image is that image, one of all images all images. */
  @Test
  void categoriesAreSetsOfImages() throws IOException {
    Path own = SmallWorld.copy(warehouse, folder.resolve("categories"));
    List<Line> images = rows(own, "SELECT image_digest FROM image ORDER BY image_digest");
    String first = images.get(0).text("image_digest");
    Path starts = Files.writeString(folder.resolve("starts.csv"), "image,run,path\n");
    String simulate =
        "simulate startup --warehouse %s --accesses " + starts + " --categories " + folder + "/%s";
    Files.writeString(folder.resolve("one.csv"), "pattern,category\n" + first + ",web\n");
    varve(simulate, own, "one.csv").done();
    varve(DERIVE, own).done();
    assertThat(dedup(own, "category", "web")).isEqualTo(dedup(own, "image", first)).hasSize(3);
    Files.writeString(folder.resolve("all.csv"), "pattern,category\nsha256:*,all of them\n");
    varve(simulate, own, "all.csv").done();
    varve(DERIVE, own).done();
    assertThat(dedup(own, "category", "all of them")).isEqualTo(dedup(own, "images", "all"));
  }

  private static List<Line> dedup(Path warehouse, String scope, String subject) {
    return rows(
        warehouse,
        "SELECT * EXCLUDE (scope, subject) FROM content_dedup WHERE scope = '%s' AND subject = '%s'"
            .formatted(scope, subject));
  }

  @Test
  void everyCheckHolds() {
    varve("check --warehouse %s", warehouse).done();
  }

  /** Layers that came without chunks stay without, but for what new layers hold too. */
  @Test
  void layersThatAreHeldAreNotCutAgain() throws IOException {
    Path own = folder.resolve("later");
    Path first = folder.resolve("first");
    write(first, LAYERS.subList(0, 1));
    varve("ingest registry %s --warehouse %s", first, own).done();
    assertThat(row(own, "SELECT count(*) AS n FROM file_recipe").count("n")).isZero();
    assertThat(
            varve("ingest registry %s --warehouse %s --chunks fixed-4k", layout, own).done().err())
        .contains("skipped   1 layer that the warehouse had; --chunks cuts new layers only\n");
    Line line =
        row(
            own,
            "SELECT CAST(sum(bytes) FILTER (fingerprint IN (SELECT fingerprint FROM file_recipe))"
                + " AS BIGINT) AS bytes, CAST(sum(bytes) AS BIGINT) AS file_bytes"
                + " FROM layer_recipe WHERE kind = 'FILE'");
    // noise is in the second layer too, and so is covered in both.
    Set<String> covered = new HashSet<>();
    LAYERS.get(1).values().forEach(file -> covered.add(sha256(file)));
    long bytes = 0;
    for (Map<String, byte[]> layer : LAYERS) {
      for (byte[] file : layer.values()) {
        bytes += covered.contains(sha256(file)) ? file.length : 0;
      }
    }
    assertThat(line.count("bytes")).isEqualTo(bytes).isLessThan(line.count("file_bytes"));
  }

  @Test
  void anUnknownChunkerIsRefused() {
    assertThat(
            varve("ingest registry %s --warehouse %s --chunks fixed-4", layout, folder)
                .endsWith(2)
                .err())
        .contains("ingest.chunks is fixed-4: no chunker is called fixed-4");
  }
}
