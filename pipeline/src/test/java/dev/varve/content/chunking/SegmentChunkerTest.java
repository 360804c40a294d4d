package dev.varve.content.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.Digests;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentChunkerTest {
  private static final Seed SEED = new Seed(5).at("segments");

  /**
   * The digests are those of sha1sum, md5sum; the segment's is that of the three, one after
   * another.
   */
  @ParameterizedTest
  @CsvSource({
    "sha1, 1ceaf73df40e531df3bfb26b4fb7cd95fb7bff1d, 8c51fb6a0b587ec95ca74acfa43df7539b486297,"
        + " 45dfb79d668374f6578b3128746dce59b7a02e80, e5689ac6458fbc6c114c8267f414e12e2bc5267f, b",
    "md5, 620f0b67a91f7f74151bc5be745b7110, 21a199c53f422a380e20b162fb6ebe9c,"
        + " 82136b4240d6ce4ea7d03e51469a393b, a3c5484dc0c5e33c05434ae0d85d33b3, a"
  })
  void aSegmentWorkedOutByHand(
      String digest, String zeros, String a, String b, String all, String smallest) {
    byte[] bytes = new byte[Segment.BYTES];
    Arrays.fill(bytes, 4096, 8192, (byte) 'a');
    Arrays.fill(bytes, 8192, 8202, (byte) 'b');
    Segment segment = new SegmentChunker(new FixedSize(4096), digest).segment(17, bytes, 8192 + 10);
    assertThat(segment.position()).isEqualTo(17);
    assertThat(segment.bytes()).isEqualTo(8202);
    assertThat(segment.zeroBytes()).isEqualTo(4096);
    assertThat(segment.recipe().ends()).containsExactly(4096, 8192, 8202);
    assertThat(segment.recipe().zeros()).containsExactly(true, false, false);
    assertThat(segment.recipe().fingerprint(0)).isEqualTo(Fingerprint.parse(zeros));
    assertThat(segment.recipe().fingerprint(1)).isEqualTo(Fingerprint.parse(a));
    assertThat(segment.recipe().fingerprint(2)).isEqualTo(Fingerprint.parse(b));
    assertThat(segment.fingerprint()).isEqualTo(Fingerprint.parse(all));
    // The zeros' digest would be smaller; it does not count. Bytes compare unsigned.
    assertThat(segment.minHash()).isEqualTo(Fingerprint.parse(smallest.equals("a") ? a : b));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fixed-4k",
        "fixed-7k",
        "fastcdc-v1-1k",
        "fastcdc-v1-4k",
        "fastcdc-v1-1m",
        "tttd-v1-4k",
        "tttd-v1-1m",
        "rollsum-v1-4k",
        "rollsum-v1-64k",
        "seqcdc-v1-4k",
        "seqcdc-v1-16k"
      })
  void aSegmentIsWhatThePlainFoldMakesOfIt(String name) {
    Chunker chunker = Chunkers.named(name);
    for (String digest : List.of("sha256", "sha1", "md5")) {
      SegmentChunker segments =
          new SegmentChunker(chunker, FingerprintRule.plain(digest), DigestEngine.fastest());
      for (int world = 0; world < 6; world++) {
        byte[] bytes = disk(SEED.at(world), world);
        int length = world % 2 == 0 ? Segment.BYTES : Segment.BYTES / 3 + world;
        assertThat(segments.segment(world, bytes, length))
            .isEqualTo(plain(world, bytes, length, chunker, digest));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"fixed-4k", "fastcdc-v1-4k", "tttd-v1-1m", "rollsum-v1-8k", "seqcdc-v1-16k"})
  void aSegmentOfZerosHasNoChunksAndASingleOtherByteMakesThem(String name) {
    SegmentChunker segments = new SegmentChunker(Chunkers.named(name), "sha256");
    for (int length : new int[] {1, 4095, 4097, 100_000, Segment.BYTES}) {
      byte[] bytes = new byte[Segment.BYTES];
      Segment zero = segments.segment(3, bytes, length);
      assertThat(zero.fingerprint()).isNull();
      assertThat(zero.minHash()).isNull();
      assertThat(zero.zeroBytes()).isEqualTo(length);
      assertThat(zero.recipe().chunks()).isZero();
      for (int at : new int[] {0, length / 2, length - 1}) {
        bytes[at] = 1;
        Segment segment = segments.segment(3, bytes, length);
        assertThat(segment.recipe().chunks()).isPositive();
        assertThat(segment.zeroBytes()).isLessThan(length);
        assertThat(segment.minHash()).isNotNull();
        bytes[at] = 0;
      }
    }
  }

  @Test
  void bytesAfterTheLengthDoNotCount() {
    SegmentChunker segments = new SegmentChunker(new FastCdc(4096), "sha1");
    byte[] bytes = disk(SEED.at("after"), 1);
    Segment whole = segments.segment(0, Arrays.copyOf(bytes, 100_001), 100_001);
    assertThat(segments.segment(0, bytes, 100_001)).isEqualTo(whole);
  }

  @Test
  void aSegmentStaysAsItIsWhenTheNextIsMade() {
    SegmentChunker segments = new SegmentChunker(new FastCdc(4096), "sha1");
    byte[] bytes = disk(SEED.at("first"), 1);
    Segment first = segments.segment(0, bytes, Segment.BYTES);
    segments.segment(1, disk(SEED.at("second"), 1), Segment.BYTES);
    assertThat(first).isEqualTo(plain(0, bytes, Segment.BYTES, new FastCdc(4096), "sha1"));
  }

  @Test
  void aLengthThatNoSegmentHasIsRefused() {
    SegmentChunker segments = new SegmentChunker(new FixedSize(4096), "sha1");
    byte[] bytes = new byte[Segment.BYTES + 1];
    assertThatIllegalArgumentException().isThrownBy(() -> segments.segment(0, bytes, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> segments.segment(0, bytes, Segment.BYTES + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> segments.segment(0, new byte[5], 6));
  }

  /** Extents at random of data, text and zeros; with each world more zeros. */
  private static byte[] disk(Seed seed, int zeros) {
    RandomGenerator random = seed.random();
    byte[] bytes = new byte[Segment.BYTES];
    for (int from = 0; from < bytes.length; ) {
      int length = Math.min(1 + random.nextInt(60_000), bytes.length - from);
      int kind = random.nextInt(2 + zeros);
      for (int i = from; i < from + length && kind < 2; i++) {
        bytes[i] = (byte) (kind == 0 ? random.nextInt() : 'a' + random.nextInt(5));
      }
      from += length;
    }
    return bytes;
  }

  private static Segment plain(
      long position, byte[] bytes, int length, Chunker chunker, String name) {
    MessageDigest digest = Digests.named(name);
    int[] ends = Contents.ends(chunker, Arrays.copyOf(bytes, length));
    boolean[] zeros = new boolean[ends.length];
    List<Fingerprint> fingerprints = new ArrayList<>();
    List<Fingerprint> others = new ArrayList<>();
    int zeroBytes = 0;
    MessageDigest all = Digests.named(name);
    for (int i = 0; i < ends.length; i++) {
      byte[] chunk = Arrays.copyOfRange(bytes, i == 0 ? 0 : ends[i - 1], ends[i]);
      zeros[i] = Arrays.equals(chunk, new byte[chunk.length]);
      fingerprints.add(Fingerprint.of(digest.digest(chunk)));
      all.update(fingerprints.get(i).bytes());
      zeroBytes += zeros[i] ? chunk.length : 0;
      if (!zeros[i]) {
        others.add(fingerprints.get(i));
      }
    }
    int width = digest.getDigestLength();
    byte[] packed = new byte[ends.length * width];
    for (int i = 0; i < ends.length; i++) {
      System.arraycopy(fingerprints.get(i).bytes(), 0, packed, i * width, width);
    }
    return new Segment(
        position,
        length,
        Fingerprint.of(all.digest()),
        others.stream().sorted().findFirst().orElseThrow(),
        zeroBytes,
        new SegmentRecipe(ends, packed, zeros));
  }
}
