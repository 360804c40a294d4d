package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.Arrays;

/** Scenario in which a given number of whole racks fails, every choice equally likely. */
final class RacksFailed implements FailureScenario {
  private final Cluster cluster;
  private final int failedRacks;
  private final Seed seed;

  RacksFailed(Cluster cluster, int failedRacks, Seed seed) {
    if (failedRacks > cluster.racks()) {
      throw new IllegalArgumentException(
          failedRacks + " failed racks are more than the cluster has: " + cluster.racks());
    }
    this.cluster = cluster;
    this.failedRacks = failedRacks;
    this.seed = seed.at("failure");
  }

  @Override
  public int[] failed(long trial) {
    int[] racks = Order.of(cluster.racks());
    Order.shuffle(racks, 0, failedRacks, seed.at(trial).random());
    Arrays.sort(racks, 0, failedRacks);
    int[] machines = new int[cluster.machines()];
    int failed = 0;
    for (int i = 0; i < failedRacks; i++) {
      int end = cluster.firstMachine(racks[i] + 1);
      for (int machine = cluster.firstMachine(racks[i]); machine < end; machine++) {
        machines[failed++] = machine;
      }
    }
    return Arrays.copyOf(machines, failed);
  }

  /**
   * Distribution of the failed machines. Racks have at most two sizes, so the number of large racks
   * among the failed ones is hypergeometric.
   */
  @Override
  public double[] failedCounts() {
    double[] counts = new double[cluster.machines() + 1];
    int small = cluster.machines() / cluster.racks();
    int large = cluster.machines() % cluster.racks();
    // Rack by rack: the chance that the next of those left is a large one.
    double[] drawn = new double[failedRacks + 1];
    drawn[0] = 1;
    for (int draw = 0; draw < failedRacks; draw++) {
      for (int already = draw; already >= 0; already--) {
        double next = Math.max(0, (double) (large - already)) / (cluster.racks() - draw);
        drawn[already + 1] += drawn[already] * next;
        drawn[already] *= 1 - next;
      }
    }
    for (int larger = 0; larger <= failedRacks; larger++) {
      if (drawn[larger] > 0) {
        counts[failedRacks * small + larger] += drawn[larger];
      }
    }
    return counts;
  }
}
