package dev.varve.content.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Expected are sums over the same units of the lengths that Python's compressors make: zlib 1.2.13,
 * zstandard 0.25 (libzstd 1.5.7), lz4 4.4 (1.9.4). Other versions differ by little.
 */
class CodingTest {
  private static long bytes(Coding coding, ArchiveSpan span) {
    try (UnitCompressor compressor = new UnitCompressor()) {
      return coding.bytes(span, compressor);
    }
  }

  /**
   * Lengths of gzip-6 and zstd are those that the span adds to one stream, behind the text before.
   * Blocks of EROFS: 13 and 19 of the text, 1 of zeros, noise and the last 100 bytes as they are.
   */
  @ParameterizedTest
  @CsvSource({
    "GZIP_6, 102972",
    "ZSTD_3, 88139",
    "ZSTD_19, 81381",
    "ESTARGZ, 102286",
    "ZSTD_CHUNKED, 97549",
    "FILES, 102615",
    "EROFS_LZ4, 152020",
    "EROFS_ZSTD, 127444",
    "OVERLAYBD, 148191"
  })
  void aSpanTakesWhatItsUnitsTake(Coding coding, long bytes) {
    assertThat(bytes(coding, MadeSpan.mixed())).isCloseTo(bytes, withPercentage(0.4));
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLeftOfASpanBefore(Coding coding) {
    ArchiveSpan other = MadeSpan.of(MadeSpan.noise(200_000));
    try (UnitCompressor compressor = new UnitCompressor()) {
      long first = coding.bytes(MadeSpan.mixed(), compressor);
      coding.bytes(other, compressor);
      assertThat(coding.bytes(MadeSpan.mixed(), compressor)).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSpanWithoutContentsTakesAtMostItsHeaders(Coding coding) {
    assertThat(bytes(coding, new MadeSpan(new byte[0]).end(2048))).isBetween(0L, 60L);
  }

  @ParameterizedTest
  @EnumSource
  void labelsAreThoseOfTheTable(Coding coding) {
    assertThat(coding.label())
        .isIn(
            "gzip-6",
            "zstd-3",
            "zstd-19",
            "estargz",
            "zstd-chunked",
            "files",
            "erofs-lz4",
            "erofs-zstd",
            "overlaybd");
  }

  @Test
  void onlyTheSlowCodingHasABase() {
    assertThat(Arrays.stream(Coding.values()).filter(coding -> coding.baseCoding() != null))
        .containsExactly(Coding.ZSTD_19);
    assertThat(Coding.ZSTD_19.baseCoding()).isEqualTo(Coding.ZSTD_3);
  }

  /** Compressed noise is longer than itself. */
  @Test
  void contentsThatDoNotShrinkStayPlain() {
    ArchiveSpan noise = MadeSpan.of(MadeSpan.noise(40_000));
    assertThat(bytes(Coding.FILES, noise)).isEqualTo(40_000);
    assertThat(bytes(Coding.EROFS_LZ4, noise)).isEqualTo(40_000);
    assertThat(bytes(Coding.EROFS_ZSTD, noise)).isEqualTo(40_000);
    assertThat(bytes(Coding.OVERLAYBD, noise)).isBetween(40_000L, 40_000L + 20);
    assertThat(bytes(Coding.GZIP_6, noise)).isBetween(40_000L + 18, 40_000L + 50);
  }

  @ParameterizedTest
  @CsvSource({"4096, 4096", "4097, 4097", "4128, 4128", "4129, 4096", "1000000, 4096"})
  void zerosTakeOneBlockOnceTheySaveTheirMap(int length, long bytes) {
    assertThat(bytes(Coding.EROFS_LZ4, MadeSpan.of(new byte[length]))).isEqualTo(bytes);
  }

  /** A codec of two to one: 8,192 bytes a block; two blocks save nothing of 8,200 bytes. */
  @ParameterizedTest
  @CsvSource({"81920, 40960", "81930, 45056", "8200, 8200", "73728, 36864", "40965, 24576"})
  void blocksAreFilled(int length, long filled) {
    ArchiveSpan span = MadeSpan.of(new byte[length]);
    assertThat(FilledBlocks.bytes(span, (bytes, from, count) -> (count + 1) / 2)).isEqualTo(filled);
  }

  /** A content that ends a few bytes behind what fits without being compressed. */
  @Test
  void theLastBlockHasTheLastBytes() {
    for (int over = 1; over < 40; over++) {
      ArchiveSpan span = MadeSpan.of(new byte[2 * 8192 + 4096 + over]);
      assertThat(FilledBlocks.bytes(span, (bytes, from, count) -> (count + 1) / 2))
          .isEqualTo(3 * 4096);
    }
  }

  @Test
  void aFileThatSavesNoMoreThanItsMapStaysPlain() {
    byte[] mostly = MadeSpan.noise(3 * 4096);
    Arrays.fill(mostly, 2 * 4096 + 60, 3 * 4096, (byte) 0);
    assertThat(bytes(Coding.EROFS_LZ4, MadeSpan.of(mostly))).isEqualTo(3 * 4096);
  }

  @Test
  void aFrameWithinABlockHasNoRoomForNoise() {
    byte[] noise = MadeSpan.noise(5000);
    try (UnitCompressor compressor = new UnitCompressor()) {
      assertThat(compressor.zstdWithin(4096, -1, noise, 0, 5000)).isEqualTo(4097);
      assertThat(compressor.zstdWithin(4096, -1, new byte[5000], 0, 5000)).isLessThan(50);
    }
  }
}
