package dev.varve.jobs.simulate.availability;

import dev.varve.availability.Protection;
import dev.varve.availability.Tally;
import dev.varve.availability.TrialRanges;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.simulate.fleet.SchemeFleet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The trials of one fleet under one protection, distributed over tasks by parts of the owners and
 * by ranges of trials. Tasks return whole numbers, so the sums do not depend on how the work was
 * split.
 */
record FailureTrials(Engine engine, SchemeFleet fleet, AvailabilitySettings settings) {
  /** Trials that are simulated together, as bits of machine words. */
  private static final int BATCH = 512;

  /** Counts of losses that tasks return together, 4 bytes each. */
  private static final long MOST_COUNTS = 1 << 25;

  /** Whether every trial draws a placement of its own. */
  boolean drawsPlacements(Protection protection) {
    double shards =
        (double) fleet.blocks().privateCount() * protection.redundancy().shards()
            + (double) fleet.blocks().popularCount() * protection.popularRedundancy().shards()
            + setUp(protection);
    return !settings.exhaustive() && shards * settings.drawn() <= settings.freshShards();
  }

  /** Setup cost of a placement, as the number of shards that could be placed in that time. */
  private static double setUp(Protection protection) {
    int machines = protection.cluster().machines();
    return switch (protection.placement()) {
      case "consistent-hash" -> 5.0 * machines * protection.settings().virtualNodes();
      case "copyset" -> (double) machines * protection.settings().scatterWidth();
      default -> 0;
    };
  }

  /** The losses of each failure scenario. All scenarios use the same trials. */
  List<Tally> run(Protection protection, List<AvailabilitySettings.Failure> failures)
      throws IOException {
    if (!settings.exhaustive()) {
      return run(protection, failures, settings.drawn());
    }
    List<Tally> tallies = new ArrayList<>();
    for (AvailabilitySettings.Failure failure : failures) {
      long choices = failure.everyChoice(protection.cluster()).subsets();
      tallies.addAll(run(protection, List.of(failure), choices));
    }
    return tallies;
  }

  private List<Tally> run(
      Protection protection, List<AvailabilitySettings.Failure> failures, long trials)
      throws IOException {
    TrialTask task =
        new TrialTask(
            fleet.parts(),
            protection,
            failures,
            settings.seed(),
            drawsPlacements(protection),
            settings.exhaustive());
    int shares = Math.min(2 * engine.parallelism(), fleet.parts().length);
    int wanted = 2 * engine.parallelism() / shares;
    long together = Math.max(BATCH, MOST_COUNTS / shares / failures.size());
    List<Tally> sums = failures.stream().map(failure -> Tally.none(fleet.owners(), 1)).toList();
    for (long done = 0; done < trials; done += together) {
      List<TrialTask.Slice> slices = new ArrayList<>();
      for (long[] range : TrialRanges.of(Math.min(together, trials - done), wanted, BATCH)) {
        for (int share = 0; share < shares; share++) {
          slices.add(new TrialTask.Slice(share, shares, done + range[0], done + range[1]));
        }
      }
      List<int[][]> lost = engine.tasks(slices, task);
      for (int at = 0; at < lost.size(); at += shares) {
        sums = plus(sums, TrialTask.sum(lost.subList(at, at + shares)));
      }
    }
    return sums;
  }

  private static List<Tally> plus(List<Tally> sums, int[][] lost) {
    List<Tally> more = new ArrayList<>();
    for (int failure = 0; failure < lost.length; failure++) {
      Tally sum = sums.get(failure);
      long[] ofTrials = Arrays.stream(lost[failure]).asLongStream().toArray();
      more.add(sum.plus(Tally.of(sum.owners(), ofTrials)));
    }
    return more;
  }
}
