package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of nodes give the tables of the registry that their images came from. */
class NodeStoreLinesTest {
  private static final List<String> TAGGED =
      List.of(
          "SELECT repository, tag, image_digest FROM image_tag WHERE tag IS NOT NULL ORDER BY ALL",
          "SELECT DISTINCT image_layer.* FROM image_layer JOIN image_tag USING (image_digest)"
              + " WHERE tag IS NOT NULL ORDER BY ALL",
          "SELECT layer_digest, diff_id, compressed_bytes, archive_bytes, files, rest_bytes"
              + " FROM layer ORDER BY ALL",
          "SELECT layer_digest, path, kind, bytes, hex(fingerprint), stored_bytes FROM layer_recipe"
              + " ORDER BY ALL");

  @TempDir private Path folder;

  @Test
  void aContentStoreHasTheTablesOfItsRegistry() throws IOException {
    Path content = folder.resolve("io.containerd.content.v1.content");
    Path tree = SmallWorld.registry().resolve("docker/registry/v2");
    try (Stream<Path> blobs = Files.walk(tree.resolve("blobs"))) {
      for (Path data : blobs.filter(path -> path.endsWith("data")).toList()) {
        String hex = data.getName(data.getNameCount() - 2).toString();
        Path blob = content.resolve("blobs/sha256").resolve(hex);
        Files.createDirectories(content.resolve("blobs/sha256"));
        Files.copy(data, blob);
      }
    }
    List<String> names =
        rows(
                SmallWorld.ingested(),
                "SELECT repository || ':' || tag || ' ' || manifest_digest AS name"
                    + " FROM repository_manifest WHERE tag IS NOT NULL")
            .stream()
            .map(line -> line.text("name"))
            .toList();
    Files.write(content.resolve("images.txt"), names);
    varve("ingest registry %s --warehouse %s", folder, warehouse()).done();
    for (String query : TAGGED) {
      assertThat(rows(warehouse(), query))
          .as(query)
          .isEqualTo(rows(SmallWorld.ingested(), query))
          .isNotEmpty();
    }
  }

  /** The archive of a store of Docker, through the tables and out again. */
  @Test
  void anUnpackedLayerIsReadAndRestored() throws Exception {
    byte[] text = "text of a file".getBytes(StandardCharsets.UTF_8);
    byte[] archive = archive("etc/file", text);
    String diffId = digest(archive);
    byte[] config =
        "{\"os\":\"linux\",\"rootfs\":{\"diff_ids\":[\"sha256:%s\"]}}"
            .formatted(diffId)
            .getBytes(StandardCharsets.UTF_8);
    String image = folder.resolve("image/overlay2").toString();
    write(Path.of(image, "imagedb/content/sha256", digest(config)), config);
    write(
        Path.of(image, "repositories.json"),
        "{\"Repositories\":{\"app\":{\"app:1\":\"sha256:%s\"}}}"
            .formatted(digest(config))
            .getBytes(StandardCharsets.UTF_8));
    Path layer = Path.of(image, "layerdb/sha256", diffId);
    write(layer.resolve("cache-id"), "c1".getBytes(StandardCharsets.UTF_8));
    write(layer.resolve("tar-split.json.gz"), split(archive, text.length));
    Path file = folder.resolve("overlay2/c1/diff/etc/file");
    write(file, text);
    varve("ingest registry %s --warehouse %s", folder, warehouse()).done();
    Line read = row(warehouse(), "SELECT layer_digest, archive_bytes, files FROM layer");
    assertThat(read.text("layer_digest")).isEqualTo("sha256:" + diffId);
    assertThat(read.count("archive_bytes")).isEqualTo(archive.length);
    assertThat(read.count("files")).isEqualTo(1);
    assertThat(row(warehouse(), "SELECT path FROM layer_recipe").text("path"))
        .isEqualTo("etc/file");
    Path restored = folder.resolve("restored.tar");
    varve("restore sha256:%s --warehouse %s --out %s", diffId, warehouse(), restored).done();
    assertThat(Files.readAllBytes(restored)).isEqualTo(archive);
    write(file, "text of a FILE".getBytes(StandardCharsets.UTF_8));
    Path changed = folder.resolve("changed");
    varve("ingest registry %s --warehouse %s", folder, changed).done();
    Line rejected = row(changed, "SELECT digest, reason FROM rejected_blob");
    assertThat(rejected.text("digest")).isEqualTo("sha256:" + diffId);
    assertThat(rejected.text("reason")).isEqualTo("DIGEST_MISMATCH");
  }

  /**
   * An image in a store of Docker and in a layout: the node needs its copy, so nothing is to be
   * saved. A blob of 5,000 bytes that no manifest names and an upload of 700 are to be collected; a
   * GB and month costs 2 EUR.
   */
  @Test
  void aCopyOnANodeIsNoSavingAndWhatNobodyNamesCosts() throws Exception {
    byte[] text = "text of a file, text of a file".getBytes(StandardCharsets.UTF_8);
    byte[] archive = archive("etc/file", text);
    byte[] config =
        "{\"os\":\"linux\",\"rootfs\":{\"diff_ids\":[\"sha256:%s\"]}}"
            .formatted(digest(archive))
            .getBytes(StandardCharsets.UTF_8);
    Path node = folder.resolve("node");
    String image = node.resolve("image/overlay2").toString();
    write(Path.of(image, "imagedb/content/sha256", digest(config)), config);
    write(
        Path.of(image, "repositories.json"),
        "{\"Repositories\":{\"app\":{\"app:1\":\"sha256:%s\"}}}"
            .formatted(digest(config))
            .getBytes(StandardCharsets.UTF_8));
    Path layer = Path.of(image, "layerdb/sha256", digest(archive));
    write(layer.resolve("cache-id"), "c1".getBytes(StandardCharsets.UTF_8));
    write(layer.resolve("tar-split.json.gz"), split(archive, text.length));
    write(node.resolve("overlay2/c1/diff/etc/file"), text);

    Path layout = Files.createDirectories(folder.resolve("layout"));
    LayoutOfBlobs images = new LayoutOfBlobs(layout);
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(blob)) {
      out.write(archive);
    }
    images.layer(archive, blob.toByteArray());
    images.finish();
    byte[] unnamed = new byte[5000];
    write(layout.resolve("blobs/sha256").resolve(digest(unnamed)), unnamed);
    write(layout.resolve(".uploads/1"), new byte[700]);

    varve("ingest registry %s %s --warehouse %s", node, layout, warehouse()).done();
    varve("derive --warehouse %s", warehouse()).done();
    assertThat(row(warehouse(), "SELECT count(*) AS layers FROM layer").count("layers"))
        .isEqualTo(2);
    String report = "report opportunities --format json --warehouse " + warehouse();
    List<Line> free = varve(report).done().rows();
    assertThat(bytes(free, "repeated files")).isEqualTo("0");
    assertThat(bytes(free, "rebuilt layers")).isEqualTo("0");
    assertThat(bytes(free, "unnamed blobs")).isEqualTo("5000");
    assertThat(bytes(free, "unfinished uploads")).isEqualTo("700");
    assertThat(varve(report.replace("json", "csv")).done().lines().get(0)).doesNotContain("cost");
    List<Line> priced =
        varve(
                report
                    + " --set prices.storage-gb-month=2 --set prices.egress-gb=2"
                    + " --set prices.currency=EUR")
            .done()
            .rows();
    assertThat(priced)
        .hasSameSizeAs(free)
        .filteredOn(line -> !line.has("bytes", "null"))
        .allSatisfy(
            line -> {
              String column =
                  line.text("measure").equals("as fetched") ? "egress_cost" : "month_cost";
              assertThat(Double.parseDouble(line.text(column)))
                  .isEqualTo(2 * line.count("bytes") / 1e9);
              assertThat(line.text("currency")).isEqualTo("EUR");
            })
        .isNotEmpty();
  }

  private static String bytes(List<Line> rows, String opportunity) {
    return rows.stream()
        .filter(line -> line.text("opportunity").equals(opportunity))
        .findFirst()
        .orElseThrow()
        .text("bytes");
  }

  /** Two images of a store of Docker: their blobs are not known, and a node stores files alone. */
  @Test
  void unpackedSizesAreNoSizesOfBlobs() throws Exception {
    String image = folder.resolve("image/overlay2").toString();
    StringBuilder names = new StringBuilder();
    for (int number = 1; number <= 2; number++) {
      byte[] text = ("text of version " + number).getBytes(StandardCharsets.UTF_8);
      byte[] archive = archive("etc/file", text);
      byte[] config =
          "{\"os\":\"linux\",\"rootfs\":{\"diff_ids\":[\"sha256:%s\"]}}"
              .formatted(digest(archive))
              .getBytes(StandardCharsets.UTF_8);
      write(Path.of(image, "imagedb/content/sha256", digest(config)), config);
      names.append(number == 1 ? "" : ",").append("\"app:").append(number).append("\":\"sha256:");
      names.append(digest(config)).append('"');
      Path layer = Path.of(image, "layerdb/sha256", digest(archive));
      write(layer.resolve("cache-id"), ("c" + number).getBytes(StandardCharsets.UTF_8));
      write(layer.resolve("tar-split.json.gz"), split(archive, text.length));
      write(folder.resolve("overlay2/c%d/diff/etc/file".formatted(number)), text);
    }
    write(
        Path.of(image, "repositories.json"),
        "{\"Repositories\":{\"app\":{%s}}}".formatted(names).getBytes(StandardCharsets.UTF_8));
    varve("ingest registry %s --warehouse %s", folder, warehouse()).done();
    varve("derive --warehouse %s", warehouse()).done();
    Line all =
        varve("report node-disk --warehouse %s --format json", warehouse()).done().rows().get(0);
    assertThat(all.count("blob_bytes")).isZero();
    assertThat(all.count("node_bytes")).isEqualTo(2 * 4096); // a block for each file
    assertThat(varve("report update-cost --warehouse %s --format csv", warehouse()).done().lines())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("app,linux,1,2,1,1,,,1,17,,");
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .doesNotContain("layers compressed", "alone, compressed");
  }

  private Path warehouse() {
    return folder.resolve("w");
  }

  private static void write(Path path, byte[] bytes) throws IOException {
    Files.createDirectories(path.getParent());
    Files.write(path, bytes);
  }

  private static byte[] archive(String name, byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      TarArchiveEntry entry = new TarArchiveEntry(name);
      entry.setSize(content.length);
      tar.putArchiveEntry(entry);
      tar.write(content);
      tar.closeArchiveEntry();
    }
    return out.toByteArray();
  }

  /** A header of 512 bytes, the file, and the rest. */
  private static byte[] split(byte[] archive, int bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      String lines =
          "{\"type\":2,\"payload\":\"%s\"}\n{\"type\":1,\"name\":\"etc/file\",\"size\":%d}\n{\"type\":2,\"payload\":\"%s\"}\n"
              .formatted(
                  base64(archive, 0, 512), bytes, base64(archive, 512 + bytes, archive.length));
      gzip.write(lines.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private static String base64(byte[] bytes, int from, int to) {
    return Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, from, to));
  }

  private static String digest(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
