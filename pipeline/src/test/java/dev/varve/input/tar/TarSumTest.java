package dev.varve.input.tar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TarSumTest {
  /** As POSIX has it: every byte by itself, blanks for the field at 148. */
  private static int sum(byte[] block, boolean signed) {
    int sum = 0;
    for (int at = 0; at < block.length; at++) {
      int octet = at >= 148 && at < 156 ? ' ' : block[at];
      sum += signed ? octet : octet & 0xff;
    }
    return sum;
  }

  @Test
  void bothWaysOfCountingFit() {
    Random random = new Random(1);
    byte[] block = new byte[512];
    for (int round = 0; round < 200; round++) {
      random.nextBytes(block);
      assertFits(block);
    }
    for (int octet : new int[] {0, 1, 0x7f, 0x80, 0xff}) {
      Arrays.fill(block, (byte) octet);
      assertFits(block);
    }
  }

  private static void assertFits(byte[] block) {
    int unsigned = sum(block, false);
    int signed = sum(block, true);
    assertThat(TarSum.matches(block, unsigned)).isTrue();
    assertThat(TarSum.matches(block, signed)).isTrue();
    assertThat(TarSum.matches(block, unsigned + 1)).isFalse();
    assertThat(TarSum.matches(block, signed - 1)).isFalse();
  }

  @Test
  void oneBitMakesABlockThatIsNotZero() {
    byte[] block = new byte[512];
    assertThat(TarSum.isZero(block)).isTrue();
    for (int at = 0; at < block.length; at++) {
      block[at] = (byte) (1 << at % 8);
      assertThat(TarSum.isZero(block)).isFalse();
      block[at] = 0;
    }
  }
}
