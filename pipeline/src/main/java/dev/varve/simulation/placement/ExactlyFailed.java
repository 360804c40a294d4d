package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.Arrays;

/** Scenario in which a given number of machines fails, every choice equally likely. */
final class ExactlyFailed implements FailureScenario {
  private final Cluster cluster;
  private final int failed;
  private final Seed seed;

  ExactlyFailed(Cluster cluster, int failed, Seed seed) {
    if (failed > cluster.machines()) {
      throw new IllegalArgumentException(
          failed + " failed machines are more than the cluster has: " + cluster.machines());
    }
    this.cluster = cluster;
    this.failed = failed;
    this.seed = seed.at("failure");
  }

  @Override
  public int[] failed(long trial) {
    int[] order = Order.of(cluster.machines());
    Order.shuffle(order, 0, failed, seed.at(trial).random());
    int[] machines = Arrays.copyOf(order, failed);
    Arrays.sort(machines);
    return machines;
  }

  @Override
  public double[] failedCounts() {
    double[] counts = new double[cluster.machines() + 1];
    counts[failed] = 1;
    return counts;
  }
}
