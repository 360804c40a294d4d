package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.jobs.engine.run.TestEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are compressed in pieces, and whole when they are met again, by the JDK's gzip. */
class PieceLinesTest {
  private static final int PIECE = 128 << 10;

  @TempDir private static Path folder;

  /**
   * At a share of .9 the odds are 9: a piece of n bytes is certain from 9 sqrt(n / 131072) = 1 on,
   * 1619 bytes. So all are there, and the estimate is their sum; at 1 it is that of whole files.
   */
  @Test
  void allPiecesAddUpAndWholeFilesTakeTheirPlace() throws IOException {
    byte[] large = new byte[300 << 10];
    Random random = new Random(1);
    for (int at = 0; at < large.length; at++) {
      large[at] = (byte) random.nextInt(1 << (1 + at / PIECE)); // 1, 2 and 3 bits a byte
    }
    byte[] small = Arrays.copyOf(large, 2000);
    long pieces = gzip(small, 0, small.length);
    for (int from = 0; from < large.length; from += PIECE) {
      pieces += gzip(large, from, Math.min(large.length, from + PIECE));
    }
    long whole = gzip(small, 0, small.length) + gzip(large, 0, large.length);
    assertThat(pieces).isNotEqualTo(whole);
    Path warehouse = folder.resolve("warehouse");
    ingest("first", large, small, warehouse, "0.9");
    assertEstimate(warehouse, 4, pieces);
    ingest("second", large, small, warehouse, "1");
    assertEstimate(warehouse, 2, whole);
  }

  private static void ingest(String name, byte[] large, byte[] small, Path warehouse, String share)
      throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(archive)) {
      for (byte[] content : new byte[][] {large, small}) {
        TarArchiveEntry entry = new TarArchiveEntry(name + content.length);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    Path layout = folder.resolve(name);
    LayoutOfBlobs written = new LayoutOfBlobs(layout);
    written.layer(archive.toByteArray(), archive.toByteArray());
    written.finish();
    varve(
            "ingest registry %s --warehouse %s --set ingest.sample-ratio=%s"
                + " --set tuning.ingest.sample-bytes=1",
            layout, warehouse, share)
        .done();
  }

  private static void assertEstimate(Path warehouse, long samples, long bytes) {
    for (String engine : TestEngine.engines()) {
      varve(
              "derive --set derive.twins.layers=none --warehouse %s --set engine.name=%s",
              warehouse, engine)
          .done();
      Line all =
          row(
              warehouse,
              "SELECT samples, sample_bytes, compressed_low_bytes, compressed_bytes,"
                  + " compressed_high_bytes FROM file_compression WHERE content_type = 'all'");
      assertThat(all.count("samples")).as(engine).isEqualTo(samples);
      assertThat(all.count("sample_bytes")).isEqualTo((300 << 10) + 2000);
      assertThat(all.count("compressed_low_bytes")).isEqualTo(bytes);
      assertThat(all.count("compressed_bytes")).isEqualTo(bytes);
      assertThat(all.count("compressed_high_bytes")).isEqualTo(bytes);
    }
  }

  private static long gzip(byte[] content, int from, int to) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content, from, to - from);
    }
    return out.size();
  }
}
