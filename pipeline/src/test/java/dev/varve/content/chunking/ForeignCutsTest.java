package dev.varve.content.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.digest.Digests;
import dev.varve.model.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our cuts are those of other implementations: the crates fastcdc and seq_chunking, and, as no
 * package has TTTD over a Rabin fingerprint, the paper's definition with every window divided anew.
 * The rolling checksum is summed anew for every window; from the 64th byte of a chunk on, its cuts
 * of 8 KiB equal those that splitbuf of bup 0.33.7 makes of the same content. cuts.txt is printed
 * by benchmarks/chunking/reference.
 */
class ForeignCutsTest {
  private static final byte[] CONTENT = Contents.golden();

  static Stream<String> cuts() throws IOException {
    try (InputStream in = ForeignCutsTest.class.getResourceAsStream("cuts.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"));
    }
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void cutsAreTheForeignOnes(String line) {
    String name = line.substring(0, line.indexOf(' '));
    int[] ends = Contents.ends(Chunkers.named(name), CONTENT);
    ByteBuffer packed = ByteBuffer.allocate(4 * ends.length).order(ByteOrder.LITTLE_ENDIAN);
    packed.asIntBuffer().put(ends);
    MessageDigest digest = Digests.named("sha1");
    String hex = HexFormat.of().formatHex(digest.digest(packed.array()));
    assertThat(name + " " + ends.length + " " + hex).isEqualTo(line);
  }

  @Test
  void everyContentDefinedSizeHasForeignCuts() throws IOException {
    assertThat(cuts()).hasSize(11 + 7 + 5 + 11);
  }

  /** TTTD once more, by the long division of 384 bits for every window. */
  @Test
  void tttdIsItsDefinition() {
    for (byte[] content : Contents.kinds(12_345).values()) {
      Tttd chunker = new Tttd(1024);
      int from = 0;
      for (int end : Contents.ends(chunker, content)) {
        assertThat(end).isEqualTo(from + length(content, from));
        from = end;
      }
    }
  }

  /** A hit at the maximum itself counts more than an earlier backup. */
  @Test
  void tttdLooksAtTheMaximumToo() {
    byte[] content = new byte[6000];
    RandomGenerator random = new Seed(3).random();
    int backup = 0;
    while (backup == 0) {
      fill(content, 1000, 1100, random);
      for (int end = 1000; end < 1200 && backup >= 0; end++) {
        long hash = hash(content, end);
        backup = hash % 512 == 511 ? -1 : hash % 256 == 255 ? end : backup;
      }
      backup = Math.max(backup, 0);
    }
    assertThat(length(content, 0)).isEqualTo(backup);
    assertThat(new Tttd(1024).cut(content, 0, content.length)).isEqualTo(backup);
    while (hash(content, 4096) % 256 != 255) {
      fill(content, 4094, 4096, random);
    }
    assertThat(length(content, 0)).isEqualTo(4096);
    assertThat(new Tttd(1024).cut(content, 0, content.length)).isEqualTo(4096);
  }

  /**
   * 2^53 squarings of x lead back to x, so each factor has degree 1 or 53; neither 0 nor 1 is a
   * root.
   */
  @Test
  void thePolynomialIsIrreducible() {
    BigInteger polynomial = BigInteger.valueOf(Tttd.POLYNOMIAL);
    BigInteger x = BigInteger.TWO;
    BigInteger power = x;
    for (int squaring = 0; squaring < 53; squaring++) {
      BigInteger square = BigInteger.ZERO;
      for (int bit = 0; bit < power.bitLength(); bit++) {
        square = power.testBit(bit) ? square.setBit(2 * bit) : square;
      }
      power = remainder(square, polynomial);
    }
    assertThat(power).isEqualTo(x);
    assertThat(polynomial.bitLength()).isEqualTo(54);
    assertThat(polynomial.testBit(0)).isTrue();
    assertThat(polynomial.bitCount() % 2).isOne();
  }

  private static int length(byte[] content, int from) {
    int backup = 4096;
    for (int length = 512; length <= 4096; length++) {
      if (from + length > content.length) {
        return content.length - from;
      }
      long hash = hash(content, from + length);
      if (hash % 512 == 511) {
        return length;
      }
      if (hash % 256 == 255) {
        backup = length;
      }
    }
    return backup;
  }

  /** Of the 48 bytes before a place. */
  private static long hash(byte[] content, int end) {
    BigInteger window = new BigInteger(1, content, end - 48, 48);
    return remainder(window, BigInteger.valueOf(Tttd.POLYNOMIAL)).longValueExact();
  }

  private static void fill(byte[] content, int from, int to, RandomGenerator random) {
    for (int i = from; i < to; i++) {
      content[i] = (byte) random.nextInt();
    }
  }

  private static BigInteger remainder(BigInteger dividend, BigInteger divisor) {
    BigInteger rest = dividend;
    while (rest.bitLength() >= divisor.bitLength()) {
      rest = rest.xor(divisor.shiftLeft(rest.bitLength() - divisor.bitLength()));
    }
    return rest;
  }
}
