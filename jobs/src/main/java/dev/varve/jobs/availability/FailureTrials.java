package dev.varve.jobs.availability;

import dev.varve.availability.Fleet;
import dev.varve.availability.MonteCarlo;
import dev.varve.availability.Protection;
import dev.varve.availability.Tally;
import dev.varve.availability.TrialRanges;
import dev.varve.availability.World;
import dev.varve.jobs.fleet.SchemeFleet;
import dev.varve.model.Seed;
import dev.varve.placement.FailureScenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * The trials of one fleet under one protection, distributed over tasks by parts of the owners and
 * by ranges of trials. Tasks return whole numbers, so the sums do not depend on how the work was
 * split.
 */
final class FailureTrials {
  /** Trials that are simulated together, as bits of machine words. */
  private static final int BATCH = 512;

  private final JavaSparkContext context;
  private final SchemeFleet fleet;
  private final Seed seed;
  private final int trials;
  private final boolean exhaustive;
  private final long freshShards;

  /** Trials as the settings say. */
  FailureTrials(JavaSparkContext context, SchemeFleet fleet, AvailabilitySettings settings) {
    this.context = context;
    this.fleet = fleet;
    this.seed = settings.seed();
    this.trials = settings.trials();
    this.exhaustive = settings.exhaustive();
    this.freshShards = settings.freshShards();
  }

  /** Whether every trial draws a placement of its own. */
  boolean drawsPlacements(Protection protection) {
    double shards =
        (double) fleet.blocks().privateCount() * protection.redundancy().shards()
            + (double) fleet.blocks().popularCount() * protection.popularRedundancy().shards()
            + setUp(protection);
    return !exhaustive && shards * trials <= freshShards;
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
  List<Tally> run(Protection protection, List<AvailabilitySettings.Failure> failures) {
    if (!exhaustive) {
      return run(protection, failures, trials);
    }
    List<Tally> tallies = new ArrayList<>();
    for (AvailabilitySettings.Failure failure : failures) {
      long choices = failure.everyChoice(protection.cluster()).subsets();
      tallies.addAll(run(protection, List.of(failure), choices));
    }
    return tallies;
  }

  private List<Tally> run(
      Protection protection, List<AvailabilitySettings.Failure> failures, long trials) {
    boolean fresh = drawsPlacements(protection);
    boolean every = exhaustive;
    int parts = Math.max(1, fleet.parts().getNumPartitions());
    int wanted = Math.max(1, 2 * context.defaultParallelism() / parts);
    List<long[]> ranges = TrialRanges.of(trials, wanted, BATCH);
    Seed from = seed;
    List<AvailabilitySettings.Failure> all = List.copyOf(failures);
    JavaPairRDD<Long, int[][]> lost =
        fleet
            .parts()
            .values()
            .cartesian(context.parallelize(ranges, ranges.size()))
            .mapToPair(
                task ->
                    new Tuple2<>(
                        task._2()[0],
                        lost(
                            task._1(),
                            protection,
                            scenarios(protection, all, from, every),
                            from,
                            fresh,
                            task._2())));
    int owners = fleet.owners();
    return (parts == 1 ? lost : lost.reduceByKey(FailureTrials::sum))
        .values()
        .map(ofTrials -> tallies(owners, ofTrials))
        .reduce(FailureTrials::plus);
  }

  private static List<Tally> tallies(int owners, int[][] lost) {
    List<Tally> tallies = new ArrayList<>();
    for (int[] ofTrials : lost) {
      tallies.add(Tally.of(owners, Arrays.stream(ofTrials).asLongStream().toArray()));
    }
    return tallies;
  }

  private static List<Tally> plus(List<Tally> one, List<Tally> other) {
    List<Tally> sums = new ArrayList<>();
    for (int failure = 0; failure < one.size(); failure++) {
      sums.add(one.get(failure).plus(other.get(failure)));
    }
    return sums;
  }

  /** Owners of this part that are lost, by failure scenario and trial. */
  private static int[][] lost(
      Fleet part,
      Protection protection,
      List<FailureScenario> scenarios,
      Seed seed,
      boolean fresh,
      long[] range) {
    long from = range[0];
    long to = range[1];
    int[][] lost = new int[scenarios.size()][];
    if (!fresh) {
      World world = World.of(part, protection, seed);
      for (int failure = 0; failure < lost.length; failure++) {
        lost[failure] = new MonteCarlo(world, scenarios.get(failure)).lost(from, to);
      }
      return lost;
    }
    for (int failure = 0; failure < lost.length; failure++) {
      lost[failure] = new int[Math.toIntExact(to - from)];
    }
    for (long trial = from; trial < to; trial++) {
      World world = World.of(part, protection, seed.at("world").at(trial));
      for (int failure = 0; failure < lost.length; failure++) {
        lost[failure][(int) (trial - from)] =
            new MonteCarlo(world, scenarios.get(failure)).lost(trial, trial + 1)[0];
      }
    }
    return lost;
  }

  private static List<FailureScenario> scenarios(
      Protection protection,
      List<AvailabilitySettings.Failure> failures,
      Seed seed,
      boolean every) {
    List<FailureScenario> scenarios = new ArrayList<>();
    for (AvailabilitySettings.Failure failure : failures) {
      scenarios.add(
          every
              ? failure.everyChoice(protection.cluster())
              : failure.on(protection.cluster(), seed));
    }
    return scenarios;
  }

  private static int[][] sum(int[][] one, int[][] other) {
    int[][] sum = new int[one.length][];
    for (int failure = 0; failure < one.length; failure++) {
      sum[failure] = one[failure].clone();
      for (int trial = 0; trial < sum[failure].length; trial++) {
        sum[failure][trial] += other[failure][trial];
      }
    }
    return sum;
  }
}
