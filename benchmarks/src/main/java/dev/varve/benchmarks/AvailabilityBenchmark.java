package dev.varve.benchmarks;

import dev.varve.model.Seed;
import dev.varve.simulation.availability.ClosedForm;
import dev.varve.simulation.availability.Fleet;
import dev.varve.simulation.availability.MonteCarlo;
import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.availability.SyntheticFleet;
import dev.varve.simulation.availability.Tally;
import dev.varve.simulation.availability.World;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.FailureScenario;
import dev.varve.simulation.placement.FailureScenarios;
import dev.varve.simulation.placement.FailureSettings;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Placements;
import dev.varve.simulation.placement.Redundancy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Ten thousand trials a cell on a fleet of 25,000 VMs with ten million edges on 1,000 machines, on
 * one thread and on two: {@code java -Xmx2g -cp benchmarks.jar
 * dev.varve.benchmarks.AvailabilityBenchmark}. Takes the number of trials, if another.
 */
public final class AvailabilityBenchmark {
  private static final int OWNERS = 25_000;
  private static final Seed SEED = new Seed(1);

  private AvailabilityBenchmark() {}

  /** Prints a line a cell. */
  public static void main(String... words) throws Exception {
    int trials = words.length > 0 ? Integer.parseInt(words[0]) : 10_000;
    long start = System.nanoTime();
    Fleet centric =
        new Fleet(
            SyntheticFleet.graph(OWNERS, 5_000_000, 1, 0, SEED),
            SyntheticFleet.graph(OWNERS, 500, 10_000, 5_000_000, SEED));
    System.out.printf("centric fleet of %,d edges: %.1f s%n", edges(centric), seconds(start));
    cells("vc uniform 3/6", centric, "uniform", "3", "6", trials);
    centric = null;
    start = System.nanoTime();
    Fleet shared = Fleet.of(SyntheticFleet.graph(OWNERS, 2_000_000, 5, 0, SEED));
    System.out.printf("oblivious fleet of %,d edges: %.1f s%n", edges(shared), seconds(start));
    for (String placement : Placements.NAMES) {
      cells("vo " + placement, shared, placement, "3", "3", trials);
    }
    cells("vo uniform rs-6-3", shared, "uniform", "rs-6-3", "rs-6-3", trials);
  }

  private static void cells(
      String name, Fleet fleet, String placement, String redundancy, String popular, int trials)
      throws Exception {
    Cluster cluster = new Cluster(1000, 25);
    Protection protection =
        new Protection(
            cluster,
            placement,
            PlacementSettings.USUAL,
            Redundancy.parse(redundancy),
            Redundancy.parse(popular));
    long start = System.nanoTime();
    World world = World.of(fleet, protection, SEED);
    System.out.printf(
        "%s: placed and reduced to %,d sets in %.1f s, heap in use %,d MB%n",
        name, world.machineSets(), seconds(start), heapMegabytes());
    for (int failed : new int[] {3, 10, 20, 100}) {
      FailureScenario scenario =
          FailureScenarios.named("exactly", cluster, FailureSettings.machines(failed), SEED);
      if (placement.equals("uniform")) {
        System.out.printf(
            "  d=%d, closed form %.8f%n",
            failed, ClosedForm.availability(fleet, protection, scenario));
      }
      for (int threads = 1; threads <= 2; threads++) {
        start = System.nanoTime();
        Tally tally = run(world, scenario, trials, threads);
        System.out.printf(
            "  d=%d, %,d trials, %d threads: %.2f s; availability %.8f in [%.8f, %.8f]%n",
            failed,
            trials,
            threads,
            seconds(start),
            tally.availability(),
            tally.availability(0.99).low(),
            tally.availability(0.99).high());
      }
    }
  }

  private static Tally run(World world, FailureScenario scenario, int trials, int threads)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Tally>> parts = new ArrayList<>();
      int step = 512;
      for (int from = 0; from < trials; from += step) {
        int first = from;
        int end = Math.min(trials, from + step);
        parts.add(pool.submit(() -> new MonteCarlo(world, scenario).run(first, end)));
      }
      Tally tally = Tally.none(world.owners());
      for (Future<Tally> part : parts) {
        tally = tally.plus(part.get());
      }
      return tally;
    } finally {
      pool.shutdown();
    }
  }

  private static long edges(Fleet fleet) {
    return (long) fleet.privateBlocks().edges() + fleet.popularBlocks().edges();
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static long heapMegabytes() {
    System.gc();
    return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20;
  }
}
