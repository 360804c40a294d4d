package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.apache.commons.compress.archivers.tar.TarConstants.GNU_LONGLINK;
import static org.apache.commons.compress.archivers.tar.TarConstants.LF_GNUTYPE_LONGNAME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Layers of names as long as names may be, beside one of short names. */
class LongPathsTest {
  private static final int ENTRIES = 600;
  private static final int BYTES = 16_000;

  /** Of {@code limit.path-bytes}. */
  private static final int MOST = 16_384;

  @TempDir private Path folder;

  @Test
  void aLayerOfLongPathsIsPublishedBesideAGoodOne() throws IOException {
    List<String> paths = new ArrayList<>();
    for (int entry = 0; entry < ENTRIES; entry++) {
      paths.add(String.format(Locale.ROOT, "%04d/", entry) + "p".repeat(BYTES - 5));
    }
    Path warehouse = ingested(paths, List.of("etc/conf"));
    assertThat(counted(warehouse))
        .containsExactly(
            "1 layer of 1 path, of 8 letters", "1 layer of 600 paths, of 16000 letters");
    assertThat(row(warehouse, "SELECT count(*) AS n FROM rejected_blob").count("n")).isZero();
    assertThat(
            row(
                    warehouse,
                    "SELECT count(DISTINCT path) AS n FROM layer_recipe WHERE path LIKE '%/pp%'")
                .count("n"))
        .isEqualTo(ENTRIES);
    varve("check --warehouse %s", warehouse).done();
  }

  /** A control character is four letters of text. */
  @Test
  void aPathMayBeAsLongAsTheLimitAndNoLonger() throws IOException {
    Path warehouse =
        ingested(
            List.of("p".repeat(MOST), "\1".repeat(MOST)),
            List.of("p".repeat(MOST + 1)),
            List.of("etc/conf"));
    assertThat(counted(warehouse))
        .containsExactly("1 layer of 1 path, of 8 letters", "1 layer of 2 paths, of 65536 letters");
    assertThat(row(warehouse, "SELECT reason FROM rejected_blob").text("reason"))
        .isEqualTo("LIMIT");
  }

  @SafeVarargs
  private Path ingested(List<String>... layers) throws IOException {
    LayoutOfBlobs layout = new LayoutOfBlobs(folder.resolve("layout"));
    for (List<String> paths : layers) {
      byte[] archive = archive(paths);
      layout.layer(archive, archive);
    }
    layout.finish();
    Path warehouse = folder.resolve("w");
    varve("ingest registry %s --warehouse %s", folder.resolve("layout"), warehouse).done();
    return warehouse;
  }

  /** As GNU tar has long names; commons-compress takes minutes to see that they are long. */
  private static byte[] archive(List<String> paths) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (String path : paths) {
        TarArchiveEntry name = new TarArchiveEntry(GNU_LONGLINK, LF_GNUTYPE_LONGNAME);
        name.setSize(path.length() + 1L);
        tar.putArchiveEntry(name);
        tar.write((path + "\0").getBytes(US_ASCII));
        tar.closeArchiveEntry();
        tar.putArchiveEntry(new TarArchiveEntry("short"));
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** The layers that were read, fewest paths first. */
  private static List<String> counted(Path warehouse) {
    return rows(
            warehouse,
            "SELECT layers.n, paths, letters FROM (SELECT layer_digest, count(*) AS n FROM layer"
                + " GROUP BY layer_digest) AS layers JOIN (SELECT layer_digest, count(*) AS paths,"
                + " max(length(path)) AS letters FROM layer_recipe GROUP BY layer_digest) AS found"
                + " USING (layer_digest) ORDER BY paths")
        .stream()
        .map(
            line ->
                "%s layer of %s path%s, of %s letters"
                    .formatted(
                        line.text("n"),
                        line.text("paths"),
                        line.count("paths") == 1 ? "" : "s",
                        line.text("letters")))
        .toList();
  }
}
