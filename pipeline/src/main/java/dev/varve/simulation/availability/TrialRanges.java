package dev.varve.simulation.availability;

import java.util.ArrayList;
import java.util.List;

/** Trials cut into ranges that tasks run apart from each other. */
public final class TrialRanges {
  /** More trials than a task should keep counts of. */
  private static final int LONGEST = 1 << 20;

  private TrialRanges() {}

  /**
   * Ranges as pairs of the first trial and one past the last.
   *
   * @param wanted about so many
   * @param least none but the last is shorter
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
