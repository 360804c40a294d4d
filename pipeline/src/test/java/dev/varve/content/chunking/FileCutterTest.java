package dev.varve.content.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.input.codec.PullCodec;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.model.ContentSample;
import dev.varve.model.FilePiece;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contents that stream by, against the same contents cut at once with digests of the JDK. */
class FileCutterTest {
  private static final FingerprintRule RULE = FingerprintRule.plain("sha256");
  private static final PullCodec GZIP = PullCodec.named("gzip-6");

  private static FileCutting cutting(double ratio, String... chunkers) {
    return new FileCutting(
        List.of(chunkers), new ContentSampling(ratio, List.of(GZIP), new Seed(0)), 1 << 20);
  }

  /** Half noise, half text, so that content-defined cuts lie anywhere. */
  private static byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    for (int at = bytes / 3; at < bytes / 2; at++) {
      content[at] = (byte) ('a' + at % 17);
    }
    return content;
  }

  private static byte[] sha256(byte[] bytes, int from, int to) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(Arrays.copyOfRange(bytes, from, to));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static Fingerprint whole(byte[] content) {
    return Fingerprint.of(sha256(content, 0, content.length));
  }

  private static void feed(FileCutter cutter, byte[] content, int step) throws IOException {
    cutter.begin(content.length, at -> {});
    for (int at = 0; at < content.length; at += step) {
      cutter.take(content, at, Math.min(step, content.length - at));
    }
    cutter.end(whole(content));
  }

  /** A line a chunk: its end in the file, and its digest. */
  private static List<String> atOnce(String chunker, byte[] content) {
    List<String> chunks = new ArrayList<>();
    for (int from = 0; from < content.length; ) {
      int end = Chunkers.named(chunker).cut(content, from, content.length);
      chunks.add(end + " " + HexFormat.of().formatHex(sha256(content, from, end)));
      from = end;
    }
    return chunks;
  }

  private static List<String> streamed(List<FilePiece> pieces, String chunker) {
    List<String> chunks = new ArrayList<>();
    for (FilePiece piece : pieces) {
      for (int chunk = 0; piece.chunker().equals(chunker) && chunk < piece.chunks(); chunk++) {
        byte[] digest =
            piece.fingerprints().length == 0
                ? piece.fingerprint().bytes()
                : Arrays.copyOfRange(piece.fingerprints(), chunk * 32, chunk * 32 + 32);
        chunks.add(piece.offset() + piece.ends()[chunk] + " " + HexFormat.of().formatHex(digest));
      }
    }
    return chunks;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 7",
    "1, 1",
    "4095, 1000",
    "4096, 4096",
    "4097, 5",
    "131072, 65536",
    "262144, 262144",
    "262145, 1",
    "300000, 70001",
    "3000000, 65536"
  })
  void cutsAreThoseOfTheWholeContent(int bytes, int step) throws IOException {
    String[] chunkers = {"fixed-4k", "fixed-64k", "fastcdc-v1-1k", "fastcdc-v1-64k", "tttd-v1-4k"};
    byte[] content = content(bytes);
    FileCutter cutter =
        new FileCutter(cutting(0, chunkers), RULE, DigestEngine.fastest(), cut -> {});
    feed(cutter, content(5000), 999);
    cutter.pieces();
    feed(cutter, content, step);
    List<FilePiece> pieces = cutter.pieces();
    for (String chunker : chunkers) {
      assertThat(streamed(pieces, chunker)).as(chunker).isEqualTo(atOnce(chunker, content));
    }
    assertThat(pieces).allMatch(piece -> piece.fingerprint().equals(whole(content)));
    assertThat(cutter.pieces()).isEmpty();
    assertThat(cutter.samples()).isEmpty();
  }

  /** 10,000 chunks of 1 KiB are 4096 + 4096 + 1808; of 300 KiB less than a byte of digest each. */
  @Test
  void aRecipeIsOfPiecesThatFollowEachOther() throws IOException {
    FileCutter cutter =
        new FileCutter(cutting(0, "fixed-1k"), RULE, DigestEngine.fastest(), cut -> {});
    feed(cutter, new byte[10_000 << 10], 1 << 20);
    List<FilePiece> pieces = cutter.pieces();
    assertThat(pieces).extracting(FilePiece::piece).containsExactly(0, 1, 2);
    assertThat(pieces).extracting(FilePiece::chunks).containsExactly(4096, 4096, 1808);
    assertThat(pieces).extracting(FilePiece::offset).containsExactly(0L, 4096L << 10, 8192L << 10);
    assertThat(pieces).extracting(FilePiece::bytes).containsExactly(4 << 20, 4 << 20, 1808 << 10);
  }

  @Test
  void aFileOfOneChunkHasNoDigestsOfItsOwn() throws IOException {
    FileCutter cutter =
        new FileCutter(cutting(0, "fixed-4k"), RULE, DigestEngine.fastest(), cut -> {});
    feed(cutter, content(4096), 100);
    assertThat(cutter.pieces())
        .containsExactly(
            new FilePiece("fixed-4k", whole(content(4096)), 0, 0, new int[] {4096}, new byte[0]));
    feed(cutter, content(4097), 100);
    assertThat(cutter.pieces().get(0).fingerprints()).hasSize(64);
  }

  /** 36 bytes a chunk: 1 MiB holds 29,127; the next file is not affected. */
  @Test
  void aRecipeThatIsTooLongIsLeftOut() throws IOException {
    FileCutter cutter =
        new FileCutter(cutting(1, "fixed-1k", "fixed-1m"), RULE, DigestEngine.fastest(), cut -> {});
    feed(cutter, new byte[29_128 << 10], 1 << 20);
    assertThat(cutter.pieces()).extracting(FilePiece::chunker).containsOnly("fixed-1m");
    assertThat(cutter.samples())
        .extracting(ContentSample::chunker)
        .contains("fixed-1m", "file")
        .doesNotContain("fixed-1k");
    feed(cutter, new byte[29_127 << 10], 1 << 20);
    assertThat(cutter.pieces().stream().mapToInt(FilePiece::chunks).sum()).isEqualTo(29_127 + 29);
  }

  @Test
  void aSampleIsCompressedByItself() throws IOException {
    byte[] content = content(10_000);
    FileCutter cutter =
        new FileCutter(cutting(1, "fixed-4k"), RULE, DigestEngine.fastest(), cut -> {});
    feed(cutter, content, 777);
    List<ContentSample> expected = new ArrayList<>();
    for (int from : new int[] {0, 4096, 8192}) {
      int to = Math.min(content.length, from + 4096);
      expected.add(
          new ContentSample(
              "fixed-4k",
              "gzip-6",
              Fingerprint.of(sha256(content, from, to)),
              to - from,
              0,
              to - from,
              gzip(content, from, to),
              1,
              null));
    }
    expected.add(
        new ContentSample(
            "file",
            "gzip-6",
            whole(content),
            content.length,
            0,
            content.length,
            gzip(content, 0, content.length),
            1,
            1.0));
    assertThat(cutter.samples()).containsExactlyElementsOf(expected);
  }

  /**
   * Pieces from 0, 128 and 256 KiB of 300 files of some 300 KiB, by the JDK's gzip: of the first
   * two kinds .25/.75 = 1/3 each, 100 +- 41, of the last, of 44 KiB, .195: 59 +- 35.
   */
  @Test
  void piecesOfALargeFileAreCompressedByThemselves() throws IOException {
    Map<Long, Integer> met = new HashMap<>();
    for (int file = 0; file < 300; file++) {
      byte[] content = content((300 << 10) + file);
      FileCutter cutter = new FileCutter(cutting(0.25), RULE, DigestEngine.fastest(), cut -> {});
      feed(cutter, content, 40_009);
      for (ContentSample sample : cutter.samples()) {
        int from = (int) sample.offset();
        int to = Math.min(content.length, from + (128 << 10));
        assertThat(sample.bytes()).isEqualTo(content.length);
        assertThat(sample.measuredBytes()).isEqualTo(to - from);
        assertThat(sample.compressedBytes()).isEqualTo(gzip(content, from, to));
        met.merge(sample.offset(), 1, Integer::sum);
      }
    }
    assertThat(met).containsOnlyKeys(0L, 128L << 10, 256L << 10);
    assertThat(met.get(0L)).isBetween(59, 141);
    assertThat(met.get(128L << 10)).isBetween(59, 141);
    assertThat(met.get(256L << 10)).isBetween(24, 94);
  }

  /** The JDK's own stream is of level 6. */
  private static long gzip(byte[] content, int from, int to) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content, from, to - from);
    }
    return out.size();
  }

  /**
   * Of 3000 chunks a tenth, give or take five deviations: 300 +- 82. Of as many files of n bytes
   * the sum of .1/.9 sqrt(n / 2^17) for n below 3000: 2/3 x 3000^1.5 / 362 / 9 = 33.6 +- 29.
   */
  @Test
  void whatIsOfTheSampleFollowsFromTheBytes() throws IOException {
    FileCutter one =
        new FileCutter(cutting(0.1, "fixed-4k"), RULE, DigestEngine.fastest(), cut -> {});
    FileCutter other =
        new FileCutter(
            cutting(0.1, "fixed-64k", "fixed-4k"), RULE, DigestEngine.fastest(), cut -> {});
    for (int file = 0; file < 3000; file++) {
      feed(one, content(file), 4096);
      feed(other, content(2999 - file), 333);
    }
    List<ContentSample> samples = new ArrayList<>(one.samples());
    assertThat(samples.stream().filter(sample -> sample.chunker().equals("file")).count())
        .isBetween(4L, 63L);
    assertThat(samples.stream().filter(sample -> sample.chunker().equals("fixed-4k")).count())
        .isBetween(218L, 382L);
    assertThat(other.samples()).containsAll(samples);
  }

  /** By hand: odds .2/.8, for 32 KiB half of that; of 4 GiB a sixteenth at most. */
  @ParameterizedTest
  @CsvSource({
    "0.2, 131072, 131072, 0.25",
    "0.2, 32768, 4294967296, 0.0625",
    "0.2, 32768, 268435456, 0.125",
    "0.6, 131072, 131072, 1",
    "1, 1, 1, 1",
    "1, 131072, 4294967296, 0.0625"
  })
  void longerPiecesAreMoreLikelyOfTheSample(
      double share, long bytes, long fileBytes, double inclusion) {
    assertThat(cutting(share).sampling().inclusion(bytes, fileBytes))
        .isEqualTo(inclusion, within(1e-12));
  }

  @Test
  void veryLargeFilesAreNotCompressedWhole() {
    ContentSampling all = cutting(1).sampling();
    assertThat(all.pieceBytes(256 << 20)).isEqualTo(256 << 20);
    assertThat(all.pieceBytes((256 << 20) + 1)).isEqualTo(128 << 10);
  }

  /** 2000 pieces of 75 KiB, of which .25/.75 x sqrt(75/128) = .2552 each: 510 +- 97. */
  @Test
  void asManyPiecesAreOfTheSampleAsTheirProbabilitySays() throws IOException {
    ContentSampling sampling = cutting(0.25).sampling();
    ContentSampling larger = cutting(0.5).sampling();
    int taken = 0;
    byte[] head = new byte[ContentSampling.DECIDING_HEAD_BYTES];
    for (int file = 0; file < 2000; file++) {
      new Random(file).nextBytes(head);
      Seed pieces = sampling.pieceSeed(1 << 20, head, head.length);
      boolean takes = sampling.takesPiece(pieces, 1, 75 << 10, 1 << 20);
      taken += takes ? 1 : 0;
      assertThat(!takes || larger.takesPiece(pieces, 1, 75 << 10, 1 << 20)).isTrue();
    }
    assertThat(taken).isBetween(413, 607);
  }
}
