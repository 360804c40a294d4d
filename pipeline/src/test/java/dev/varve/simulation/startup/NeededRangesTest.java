package dev.varve.simulation.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NeededRangesTest {
  /**
   * 0..100, 50..150 and 400..1000 of 1000 bytes: 750; blocks of 256: 0, 1, 2, 3, the last of 232.
   */
  @Test
  void bytesCountOnceAndBlocksAreWhole() {
    NeededRanges needed = new NeededRanges(1000, List.of(256L, 512L));
    needed.add(0, 100);
    needed.add(50, 100);
    needed.add(400, Access.TO_THE_END);
    needed.add(2000, 10);
    assertThat(needed.neededBytes()).isEqualTo(750);
    assertThat(needed.blocks()).containsExactly(4L, 2L);
    assertThat(needed.blockBytes()).containsExactly(1000L, 1000L);
  }

  @Test
  void anEmptyRangeNeedsNothing() {
    NeededRanges needed = new NeededRanges(10, List.of(4L));
    needed.add(3, 0);
    assertThat(needed.neededBytes()).isZero();
    assertThat(needed.blocks()).containsExactly(0L);
    NeededRanges empty = new NeededRanges(0, List.of(4L));
    empty.add(0, Access.TO_THE_END);
    assertThat(empty.blocks()).containsExactly(0L);
  }

  @Test
  void sizesNearTheLargestNumberDoNotOverflow() {
    NeededRanges needed = new NeededRanges(Long.MAX_VALUE, List.of(1L << 62));
    needed.add(5, Long.MAX_VALUE);
    assertThat(needed.neededBytes()).isEqualTo(Long.MAX_VALUE - 5);
    assertThat(needed.blockBytes()).containsExactly(Long.MAX_VALUE);
  }

  @Test
  void rangesOutOfOrderAreRefused() {
    NeededRanges needed = new NeededRanges(10, List.of());
    needed.add(5, 1);
    assertThatThrownBy(() -> needed.add(4, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void randomRangesAreThoseOfABitSet() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      int bytes = random.nextInt(60);
      NeededRanges needed = new NeededRanges(bytes, List.of(1L, 7L));
      BitSet bits = new BitSet();
      random
          .ints(random.nextInt(6), 0, 70)
          .sorted()
          .forEach(
              from -> {
                int length = random.nextInt(20) - 1;
                needed.add(from, length);
                int to = length < 0 ? bytes : Math.min(bytes, from + length);
                bits.set(from, Math.max(from, to));
              });
      long sevens =
          IntStream.range(0, 10).filter(at -> !bits.get(at * 7, at * 7 + 7).isEmpty()).count();
      assertThat(needed.neededBytes()).as("seed %d", seed).isEqualTo(bits.cardinality());
      assertThat(needed.blocks())
          .as("seed %d", seed)
          .containsExactly((long) bits.cardinality(), sevens);
    }
  }
}
