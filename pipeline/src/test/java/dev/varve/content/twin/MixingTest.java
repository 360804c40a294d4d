package dev.varve.content.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of splitmix64 as its authors' C gives them. */
class MixingTest {
  private static final long STEP = 0x9e3779b97f4a7c15L;

  /** From seed 1234567: the first five numbers, as Rosetta Code lists them. */
  @ParameterizedTest
  @CsvSource({
    "1, 6457827717110365317",
    "2, 3203168211198807973",
    "3, 9817491932198370423",
    "4, 4593380528125082431",
    "5, 16408922859458223821"
  })
  void aStepOfSplitmix64IsMixed(int step, String number) {
    assertThat(Long.toUnsignedString(Mixing.mix(1_234_567 + step * STEP))).isEqualTo(number);
  }

  /** From seed 0. */
  @Test
  void theSequenceIsThatOfSeedZero() {
    assertThat(Mixing.pseudorandom(0)).isEqualTo(0xe220a8397b1dcdafL);
    assertThat(Mixing.pseudorandom(1)).isEqualTo(0x6e789e6aa1b965f4L);
    assertThat(Mixing.pseudorandom(2)).isEqualTo(0x06c45d188009454fL);
  }

  @Test
  void aWordIsBigEndianAndZerosStandForBytesThatAreNotThere() {
    byte[] bytes = {1, 2, 3, 4, 5, 6, 7, (byte) 0xf8, 9};
    assertThat(Mixing.longAt(bytes, 0)).isEqualTo(0x01020304050607f8L);
    assertThat(Mixing.longAt(bytes, 1)).isEqualTo(0x020304050607f809L);
    assertThat(Mixing.longAt(bytes, 7)).isEqualTo(0xf809_0000_0000_0000L);
    assertThat(Mixing.longAt(bytes, 9)).isZero();
  }

  /** Each band has buckets of its own, of all of its values in order. */
  @Test
  void bandsWithTheSameValuesHaveDifferentBuckets() {
    Banding banding = new Banding(2, 2);
    List<Long> same = banding.buckets(signature(5, 6, 5, 6));
    assertThat(same).hasSize(2).doesNotHaveDuplicates();
    assertThat(banding.buckets(signature(5, 6, 6, 5))).first().isEqualTo(same.get(0));
    assertThat(banding.buckets(signature(5, 6, 6, 5)).get(1)).isNotEqualTo(same.get(1));
    assertThat(banding.buckets(signature(6, 5, 5, 6)).get(0)).isNotEqualTo(same.get(0));
    assertThat(banding.buckets(signature(5, 7, 5, 6)).get(0)).isNotEqualTo(same.get(0));
    assertThat(Banding.sketch(signature(5, 0x1ff, -1, 256)))
        .isEqualTo(new byte[] {5, (byte) 0xff, (byte) 0xff, 0});
  }

  /** Half of the sketch agrees: (1/2 - 1/256) / (1 - 1/256) = 127/255. */
  @Test
  void anEstimateTakesOffWhatAgreesByChance() {
    assertThat(BucketPairs.estimate(new byte[] {1, 2}, new byte[] {1, 3})).isEqualTo(127.0 / 255);
    assertThat(BucketPairs.estimate(new byte[] {1, 2}, new byte[] {3, 4})).isZero();
  }

  private static byte[] signature(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length);
    for (long value : values) {
      bytes.putLong(value);
    }
    return bytes.array();
  }
}
