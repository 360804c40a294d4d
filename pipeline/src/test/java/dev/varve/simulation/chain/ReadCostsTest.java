package dev.varve.simulation.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadCostsTest {
  private static final ReadCosts COSTS =
      new ReadCosts("ssd", 10_000, 1_000, 50, 0.25, 300, 100_000, 120_000, 300_000, 500e6);

  /**
   * A chain of four files: two reads of what the base owns pass three files each; below the four
   * that each looks into lie 3, 2, 1 and 0. One of the eight look-ups misses; both read data.
   */
  @Test
  void addsUpTheStepsOfAllReads() {
    double expected =
        2 * 10_000 + 6 * 1_000 + 12 * (50 + 4 * 0.25) + 7 * 300 + 1 * 100_000 + 2 * 120_000;
    assertEquals(expected, COSTS.nanos(4, 2, 6, 12, 7, 1, 2));
  }

  @Test
  void opensEveryFileAndReadsItsL1Table() {
    // A table of 512 MiB each: 2 GiB need four L1 entries of 8 bytes, at 2 ns a byte.
    ChainFile file = ChainFile.of(2L << 30, 65536, new BitSet());
    OwnerRuns runs = new OwnerRuns.Builder().add(2L << 30, 0, OwnerRuns.StoredAs.DATA).build();
    double expected = 2 * (300_000 + 32 * 2);
    assertEquals(expected, COSTS.startNanos(new Chain(runs, List.of(file, file))), 1e-6);
  }
}
