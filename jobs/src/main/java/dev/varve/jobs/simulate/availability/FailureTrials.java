package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.simulate.fleet.SchemeFleet;
import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.availability.Tally;
import dev.varve.simulation.availability.TrialRanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The trials of one fleet under one protection, distributed over tasks by parts of the owners and
 * by ranges of trials. Tasks return whole numbers, so that the sums do not depend on the order of
 * addition and thus on the split.
 */
record FailureTrials(Engine engine, SchemeFleet fleet, AvailabilitySettings settings) {
  /** Trials that are simulated together, one bit of a machine word each. */
  private static final int BATCH_TRIALS = 512;

  private static final int MIN_PLACEMENTS = 32;

  /**
   * Factor by which {@link #MIN_PLACEMENTS} placements of a ring or of copysets may exceed the
   * allowed number of placed shards.
   */
  private static final double MAX_EXCESS_FACTOR = 10;

  /** Most counts of losses that tasks return at a time, 4 bytes each. */
  private static final long MAX_RETURNED_COUNTS = 1 << 25;

  /**
   * The number of placements over which the trials of a row are spread evenly: one per trial if the
   * allowed number of placed shards permits it. Fewer than {@value #MIN_PLACEMENTS} placements
   * would show little of the variance between placements. So one placement then serves all trials.
   * With uniform placement this changes little, because the results of many blocks average out.
   * Rings and copysets use few sets of machines however many blocks there are, so their results
   * vary between placements. They get {@value #MIN_PLACEMENTS} placements, unless these exceed the
   * allowed number of placed shards more than tenfold.
   */
  int placements(Protection protection) {
    if (settings.isExhaustive() || settings.drawnTrials() == 0) {
      return 1;
    }
    double shards =
        (double) fleet.blocks().privateCount() * protection.redundancy().shards()
            + (double) fleet.blocks().popularCount() * protection.popularRedundancy().shards()
            + setUpShards(protection);
    double affordable = Math.floor(settings.freshShards() / shards);
    boolean affordsMin =
        setUpShards(protection) > 0
            && MIN_PLACEMENTS * shards <= MAX_EXCESS_FACTOR * settings.freshShards();
    double wantedPlacements =
        affordable >= MIN_PLACEMENTS ? affordable : affordsMin ? MIN_PLACEMENTS : 1;
    int perPlacement =
        (int)
            Math.ceil(settings.drawnTrials() / Math.min(settings.drawnTrials(), wantedPlacements));
    return (settings.drawnTrials() + perPlacement - 1) / perPlacement;
  }

  /**
   * Cost of setting up a placement, as the number of shards that could be placed in the same time.
   */
  private static double setUpShards(Protection protection) {
    int machines = protection.cluster().machines();
    return switch (protection.placement()) {
      case "consistent-hash" -> 5.0 * machines * protection.settings().virtualNodes();
      case "copyset" -> (double) machines * protection.settings().scatterWidth();
      default -> 0;
    };
  }

  /**
   * Runs the trials, and returns the losses of each failure scenario. All scenarios use the same
   * trials.
   */
  List<Tally> run(Protection protection, List<AvailabilitySettings.Failure> failures)
      throws IOException {
    if (!settings.isExhaustive()) {
      return run(protection, failures, settings.drawnTrials());
    }
    List<Tally> tallies = new ArrayList<>();
    for (AvailabilitySettings.Failure failure : failures) {
      long choices = failure.allSubsets(protection.cluster()).subsets();
      tallies.addAll(run(protection, List.of(failure), choices));
    }
    return tallies;
  }

  private List<Tally> run(
      Protection protection, List<AvailabilitySettings.Failure> failures, long trials)
      throws IOException {
    int placements = placements(protection);
    int perPlacement = placements == 1 ? 0 : (settings.drawnTrials() + placements - 1) / placements;
    int perUnit = Math.max(1, perPlacement);
    TrialTask task =
        new TrialTask(
            fleet.parts(),
            protection,
            failures,
            settings.seed(),
            perPlacement,
            settings.isExhaustive());
    int shares = Math.min(2 * engine.parallelism(), fleet.parts().length);
    int ranges = 2 * engine.parallelism() / shares;
    long maxTrials = Math.max(BATCH_TRIALS, MAX_RETURNED_COUNTS / shares / failures.size());
    long roundTrials = Math.max(perUnit, maxTrials / perUnit * perUnit);
    List<Tally> sums = failures.stream().map(failure -> Tally.none(fleet.owners())).toList();
    for (long done = 0; done < trials; done += roundTrials) {
      List<TrialTask.TrialShare> shareTasks = new ArrayList<>();
      for (long[] range :
          TrialRanges.of(Math.min(roundTrials, trials - done), ranges, BATCH_TRIALS)) {
        for (int share = 0; share < shares; share++) {
          shareTasks.add(new TrialTask.TrialShare(share, shares, done + range[0], done + range[1]));
        }
      }
      List<int[][]> lost = engine.tasks(shareTasks, task);
      sums = plus(sums, lossesByFailure(lost, shares, failures.size()), perUnit);
    }
    return sums;
  }

  /**
   * Losses of all trials, by failure: the sums over the shares of a range of trials, range after
   * range.
   */
  private static int[][] lossesByFailure(List<int[][]> shareTasks, int shares, int failures) {
    List<int[][]> ranges = new ArrayList<>();
    for (int first = 0; first < shareTasks.size(); first += shares) {
      ranges.add(TrialTask.sum(shareTasks.subList(first, first + shares)));
    }
    int[][] losses = new int[failures][];
    for (int failure = 0; failure < failures; failure++) {
      int number = failure;
      losses[failure] =
          ranges.stream().flatMapToInt(range -> Arrays.stream(range[number])).toArray();
    }
    return losses;
  }

  private static List<Tally> plus(List<Tally> sums, int[][] lost, int perUnit) {
    List<Tally> added = new ArrayList<>();
    for (int failure = 0; failure < lost.length; failure++) {
      Tally sum = sums.get(failure);
      added.add(sum.plus(Tally.of(sum.owners(), lost[failure], perUnit)));
    }
    return added;
  }
}
