package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images whose layers are sound, and which are not what they say. */
class FalseImagesTest {
  private static final String FALSE_DIFF_ID = "sha256:" + "ab".repeat(32);
  private static final long LATE = 9_300_000_000L;

  @TempDir private Path folder;

  private static byte[] archive(String content, long second) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
      TarArchiveEntry entry = new TarArchiveEntry("file");
      entry.setSize(content.length());
      entry.setLastModifiedTime(FileTime.from(Instant.ofEpochSecond(second)));
      tar.putArchiveEntry(entry);
      tar.write(content.getBytes(StandardCharsets.UTF_8));
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  private static byte[] gzip(byte[] archive) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(archive);
    }
    return bytes.toByteArray();
  }

  /** A layer is read once: the image that speaks the truth must not vouch for the others. */
  @Test
  void whatImagesSayFalselyOfASoundLayerIsListed() throws Exception {
    Path warehouse = folder.resolve("w");
    LayoutOfBlobs layout = new LayoutOfBlobs(folder.resolve("layout"));
    byte[] archive = archive("one", 1);
    byte[] blob = gzip(archive);
    String layer = layout.layer(archive, blob);
    layout.endImage();
    layout.layer(FALSE_DIFF_ID, blob, blob.length);
    String falseDiffId = layout.endImage();
    layout.layer(archive, blob);
    layout.layer(FALSE_DIFF_ID, blob, 7);
    layout.endImage();
    layout.layer(archive, gzip(archive("of itself", 1)));
    layout.finish();
    String line = "ingest registry %s --warehouse %s";
    varve(line, folder.resolve("layout"), warehouse).done();
    varve(line, folder.resolve("layout"), warehouse).done();
    assertThat(rows(warehouse, "SELECT layer_digest FROM layer"))
        .extracting(row -> row.text("layer_digest"))
        .containsExactly(layer);
    assertThat(
            rows(
                warehouse,
                "SELECT digest, message FROM rejected_blob WHERE reason = 'DIGEST_MISMATCH'"
                    + " AND digest IN (SELECT image_digest FROM image) ORDER BY message"))
        .hasSize(2)
        .anySatisfy(row -> assertThat(row.text("digest")).isEqualTo(falseDiffId))
        .allSatisfy(row -> assertThat(row.text("message")).contains(layer, FALSE_DIFF_ID));
    varve("check --warehouse %s", warehouse).done();
  }

  @Test
  void aSizeThatIsFalseIsListed() throws Exception {
    Path warehouse = folder.resolve("w");
    LayoutOfBlobs layout = new LayoutOfBlobs(folder.resolve("layout"));
    byte[] archive = archive("one", 1);
    byte[] blob = gzip(archive);
    layout.layer(archive, blob);
    layout.endImage();
    layout.layer(LayoutOfBlobs.digest(archive), blob, 1L << 40);
    String image = layout.endImage();
    layout.finish();
    varve("ingest registry %s --warehouse %s", folder.resolve("layout"), warehouse).done();
    assertThat(row(warehouse, "SELECT digest, reason, message FROM rejected_blob"))
        .satisfies(row -> assertThat(row.text("digest")).isEqualTo(image))
        .satisfies(row -> assertThat(row.text("reason")).isEqualTo("CORRUPT"))
        .satisfies(
            row ->
                assertThat(row.text("message"))
                    .endsWith(
                        "the blob has "
                            + blob.length
                            + " bytes, its manifest declares "
                            + (1L << 40)));
  }

  /** Two builds of one file, so that derive compares when they were changed. */
  @Test
  void filesMayBeChangedCenturiesFromNow() throws Exception {
    Path warehouse = folder.resolve("w");
    LayoutOfBlobs layout = new LayoutOfBlobs(folder.resolve("layout"));
    for (long second : List.of(LATE, LATE + 1)) {
      byte[] archive = archive("one", second);
      layout.layer(archive, gzip(archive));
      layout.endImage();
    }
    layout.finish();
    varve("ingest registry %s --warehouse %s", folder.resolve("layout"), warehouse).done();
    varve("derive --warehouse %s", warehouse).done();
    assertThat(
            row(warehouse, "SELECT CAST(max(modified_at) AS VARCHAR) AS latest FROM layer_recipe")
                .text("latest"))
        .startsWith("2264-09-14 21:20:01");
    varve("report --all --warehouse %s", warehouse).done();
    varve("check --warehouse %s", warehouse).endsWith(ExitCodes.DONE);
  }
}
