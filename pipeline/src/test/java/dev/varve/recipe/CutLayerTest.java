package dev.varve.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.chunking.ContentSampling;
import dev.varve.chunking.FileCutting;
import dev.varve.codec.PullCodec;
import dev.varve.model.ContentSample;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import dev.varve.model.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;

/** Files of a layer, cut while it is read. */
class CutLayerTest {
  private static final FileCutting HOW =
      new FileCutting(
          List.of("fixed-4k", "fixed-8k"),
          new ContentSampling(1, List.of(PullCodec.named("zstd-3")), new Seed(0)),
          1 << 20);

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return noise;
  }

  private static byte[] layer() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      tar.putArchiveEntry(new TarArchiveEntry("d/"));
      tar.closeArchiveEntry();
      for (int size : new int[] {0, 100, 9000, 9000}) {
        TarArchiveEntry file = new TarArchiveEntry("d/" + size);
        file.setSize(size);
        tar.putArchiveEntry(file);
        tar.write(noise(size));
        tar.closeArchiveEntry();
      }
      TarArchiveEntry link = new TarArchiveEntry("d/link", TarConstants.LF_LINK);
      link.setLinkName("d/100");
      tar.putArchiveEntry(link);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  /** 9000 bytes are 4096 + 4096 + 808, and 8192 + 808. */
  @Test
  void everyFileWithBytesHasARecipeByEveryChunker() throws IOException {
    byte[] blob = layer();
    LayerReading reading = Reading.reading("md5", Reading.LIMITS).cutting(HOW);
    try (LayerReader reader =
        new LayerReader(Reading.expected(blob), new ByteArrayInputStream(blob), reading)) {
      int cut = 0;
      for (FileEntry entry = reader.next(); entry != null; entry = reader.next()) {
        List<FilePiece> pieces = reader.pieces();
        List<ContentSample> samples = reader.samples();
        if (entry.kind() != EntryKind.FILE || entry.bytes() == 0) {
          assertThat(pieces).isEmpty();
          assertThat(samples).isEmpty();
          continue;
        }
        cut++;
        assertThat(pieces).extracting(FilePiece::fingerprint).containsOnly(entry.fingerprint());
        assertThat(pieces)
            .extracting(piece -> Arrays.toString(piece.ends()))
            .containsExactly(
                entry.bytes() == 100 ? "[100]" : "[4096, 8192, 9000]",
                entry.bytes() == 100 ? "[100]" : "[8192, 9000]");
        assertThat(samples).hasSize(entry.bytes() == 100 ? 3 : 6);
        // Noise does not shrink.
        assertThat(samples).allMatch(sample -> sample.compressedBytes() > sample.bytes());
      }
      assertThat(cut).isEqualTo(3);
      assertThat(reader.phase().unpackNanos()).isNotNegative();
    }
  }

  @Test
  void nothingIsCutUnlessAskedFor() throws IOException {
    byte[] blob = layer();
    try (LayerReader reader =
        new LayerReader(
            Reading.expected(blob),
            new ByteArrayInputStream(blob),
            Reading.reading("md5", Reading.LIMITS))) {
      for (FileEntry entry = reader.next(); entry != null; entry = reader.next()) {
        assertThat(reader.pieces()).isEmpty();
        assertThat(reader.samples()).isEmpty();
      }
    }
  }
}
