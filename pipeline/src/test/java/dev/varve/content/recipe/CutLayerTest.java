package dev.varve.content.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.chunking.ContentSampling;
import dev.varve.content.chunking.CutFile;
import dev.varve.content.chunking.FileCutter;
import dev.varve.content.chunking.FileCutting;
import dev.varve.input.codec.PullCodec;
import dev.varve.input.tar.HandTar;
import dev.varve.model.ContentSample;
import dev.varve.model.FilePiece;
import dev.varve.model.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
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
    List<CutFile> files = new ArrayList<>();
    LayerReading reading = Reading.reading("md5", Reading.LIMITS);
    try (FileCutter cutter =
            new FileCutter(HOW, reading.fingerprint(), reading.digest(), files::add);
        LayerReader reader =
            new LayerReader(
                Reading.expected(blob), new ByteArrayInputStream(blob), reading, cutter)) {
      while (reader.next() != null) {}
      assertThat(reader.phase().unpackNanos()).isNotNegative();
      assertThat(cutter.times()).containsOnlyKeys("sample_cpu_nanos");
    }
    assertThat(files).extracting(file -> file.entry().bytes()).containsExactly(100L, 9000L, 9000L);
    for (CutFile file : files) {
      boolean isSmall = file.entry().bytes() == 100;
      assertThat(file.pieces())
          .extracting(FilePiece::fingerprint)
          .containsOnly(file.entry().fingerprint());
      assertThat(file.pieces())
          .extracting(piece -> Arrays.toString(piece.ends()))
          .containsExactly(
              isSmall ? "[100]" : "[4096, 8192, 9000]", isSmall ? "[100]" : "[8192, 9000]");
      assertThat(file.samples()).hasSize(isSmall ? 3 : 6);
      // Noise does not shrink.
      assertThat(file.samples()).allMatch(sample -> sample.compressedBytes() > sample.bytes());
    }
  }

  /**
   * A file of 1 MiB in an archive as it is: behind its header of 512 bytes each of its bytes is one
   * of the blob, so that a piece of 128 KiB takes 131072 of 1049088 stored bytes.
   */
  @Test
  void aSampledPieceHasItsShareOfTheStoredBytes() throws IOException {
    byte[] blob = new HandTar().file("large", noise(1 << 20)).end().bytes();
    FileCutting half =
        new FileCutting(
            List.of(),
            new ContentSampling(0.5, List.of(PullCodec.named("zstd-3")), new Seed(0)),
            1 << 20);
    List<CutFile> files = new ArrayList<>();
    LayerReading reading = Reading.reading("md5", Reading.LIMITS);
    try (FileCutter cutter =
            new FileCutter(half, reading.fingerprint(), reading.digest(), files::add);
        LayerReader reader =
            new LayerReader(
                Reading.expected(blob), new ByteArrayInputStream(blob), reading, cutter)) {
      while (reader.next() != null) {}
    }
    assertThat(files)
        .singleElement()
        .satisfies(
            file ->
                assertThat(file.samples())
                    .hasSize(8)
                    .allMatch(sample -> sample.measuredBytes() == 131_072)
                    .extracting(ContentSample::storedShare)
                    .containsOnly(131_072 / 1_049_088.0));
  }
}
