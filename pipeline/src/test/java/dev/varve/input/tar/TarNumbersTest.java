package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarNumbersTest {

  @Test
  void octalDigitsStandBetweenBlanksAndNuls() {
    assertThat(field("0000644\0")).isEqualTo(0644);
    assertThat(field("   644 \0")).isEqualTo(0644);
    assertThat(field("644\0\0\0\0\0")).isEqualTo(0644);
    assertThat(field("77777777")).isEqualTo(077777777);
    assertThat(field("777777777777")).isEqualTo(0777777777777L);
    assertThat(field("\0\0\0\0\0\0\0\0")).isZero();
    assertThat(field("        ")).isZero();
  }

  /** As in C, and in Go's archive/tar. */
  @Test
  void aNulEndsANumber() {
    assertThat(field("644\0garbage")).isEqualTo(0644);
    assertThat(field(" \000644\0\0001")).isEqualTo(0644);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"00008", "-1", "0x10", "12 34", "abc", "1 2", "12 \0003", "\u00001a", "1."})
  void anythingElseIsNoNumber(String text) {
    assertThat(field(text)).isEqualTo(TarNumbers.INVALID);
  }

  @Test
  void base256IsTwosComplementWithoutItsFirstBit() {
    Random random = new Random(2);
    for (int trial = 0; trial < 2000; trial++) {
      int length = trial % 2 == 0 ? 8 : 12;
      int bits = 1 + random.nextInt(length * 8 - 2);
      BigInteger number = new BigInteger(bits, random);
      if (random.nextBoolean()) {
        number = number.negate();
      }
      byte[] value = number.toByteArray();
      byte[] block = new byte[length];
      Arrays.fill(block, (byte) (number.signum() < 0 ? -1 : 0));
      System.arraycopy(value, 0, block, length - value.length, value.length);
      block[0] |= (byte) 0x80;
      boolean fits = number.bitLength() < 64;
      assertThat(TarNumbers.parseField(block, 0, length))
          .as("%s in %d bytes", number, length)
          .isEqualTo(fits ? number.longValue() : TarNumbers.INVALID);
    }
  }

  @Test
  void base256GoesUpToTheLargestLong() {
    assertThat(field("\200\0\0\0\177" + "\377".repeat(7))).isEqualTo(Long.MAX_VALUE);
    assertThat(field("\200\0\0\0\200" + "\0".repeat(7))).isEqualTo(TarNumbers.INVALID);
    String least = "\377\377\377\377\200" + "\0".repeat(6);
    assertThat(field(least + "\1")).isEqualTo(Long.MIN_VALUE + 1);
    assertThat(field("\377\377\377\377\177" + "\377".repeat(7))).isEqualTo(TarNumbers.INVALID);
  }

  @Test
  void decimalDigitsGoUpToTheLargestLong() {
    assertThat(decimal("0")).isZero();
    assertThat(decimal("007")).isEqualTo(7);
    assertThat(decimal("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(decimal("9223372036854775808")).isEqualTo(-1);
    assertThat(decimal("9999999999999999999")).isEqualTo(-1);
    assertThat(decimal("18446744073709551616")).isEqualTo(-1);
    assertThat(decimal("")).isEqualTo(-1);
    assertThat(decimal("-1")).isEqualTo(-1);
    assertThat(decimal("1 ")).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", ".", ".5", "+1", "1e3", "1.2.3", "1.x", "- 1", "1 ", "--1", "-.1"})
  void aPaxTimeThatIsNoneIsInvalid(String text) {
    assertThat(TarNumbers.paxMicros(latin(text))).isEqualTo(TarNumbers.INVALID);
  }

  private static long field(String text) {
    return TarNumbers.parseField(latin(text), 0, text.length());
  }

  private static long decimal(String text) {
    return TarNumbers.decimal(latin(text), 0, text.length());
  }
}
