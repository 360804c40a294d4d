package dev.varve.simulation.availability;

import java.util.ArrayList;
import java.util.List;

/** Division of trials into ranges that tasks run independently. */
public final class TrialRanges {
  /** Most trials of a range, as a task keeps a count in memory for each trial. */
  private static final int LONGEST = 1 << 20;

  private TrialRanges() {}

  /**
   * Ranges as pairs of the first trial and one past the last.
   *
   * @param wanted approximate number of ranges
   * @param least least trials of a range; only the last may have fewer
   */
  public static List<long[]> of(long trials, int wanted, int least) {
    long step = Math.min(LONGEST, Math.max(least, (trials + wanted - 1) / wanted));
    List<long[]> ranges = new ArrayList<>();
    for (long from = 0; from < trials; from += step) {
      ranges.add(new long[] {from, Math.min(trials, from + step)});
    }
    return ranges;
  }
}
