package dev.varve.jobs.answer.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundTest {
  /** 500 MiB = 500 x 2^20; 1.5 GB = 1.5 x 10^9. */
  @ParameterizedTest
  @CsvSource({
    "0.9, 0.9",
    "90%, 0.9",
    "99.99 %, 0.9999",
    "-1, -1",
    "0, 0",
    "500MiB, 524288000",
    "1.5GB, 1500000000",
    "2kB, 2000",
    "3KiB, 3072",
    "7 B, 7",
    "1PiB, 1125899906842624"
  })
  void aNumberIsReadAsAPersonTypesIt(String text, BigDecimal number) {
    assertThat(Bound.of(text).exact()).isEqualByComparingTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "much", "0,9", "1e3", "NaN", "0x10", ".9", "9.", "1 GiB B", "90%%", "--1", "1M"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> Bound.of(text)).isInstanceOf(IllegalArgumentException.class);
  }

  /** All of these are printed as 90.00 %. */
  @Test
  void aValueThatIsPrintedLikeTheBoundIsNotTheBound() {
    Bound bound = Bound.of("90%");
    assertThat(bound.compare(Math.nextDown(0.9))).isNegative();
    assertThat(bound.compare(0.8999999)).isNegative();
    assertThat(bound.compare(9 / 10.0)).isZero();
    assertThat(bound.compare(Math.nextUp(0.9))).isPositive();
  }

  /** 2^53 + 1 is no double, 2^63 no long. */
  @Test
  void wholeNumbersAreComparedInAllTheirDigits() {
    Bound bound = Bound.of("9007199254740992");
    assertThat(bound.compare(9007199254740993L)).isPositive();
    assertThat(bound.compare(9007199254740992L)).isZero();
    assertThat(bound.compare(7)).isNegative();
    assertThat(bound.compare(BigInteger.TWO.pow(63))).isPositive();
    assertThat(bound.compare(new BigDecimal("9007199254740991.9"))).isNegative();
  }

  @Test
  void whatIsNoNumberIsNotCompared() {
    assertThat(Bound.of("1").compare(null)).isNull();
    assertThat(Bound.of("1").compare(Double.NaN)).isNull();
    assertThat(Bound.of("1").compare("2")).isNull();
    assertThat(Bound.of("0").compare(-0.0)).isZero();
  }
}
