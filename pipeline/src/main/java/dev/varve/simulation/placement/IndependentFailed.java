package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Scenario in which machines fail independently, all with one probability. */
final class IndependentFailed implements FailureScenario {
  private final Cluster cluster;
  private final double probability;
  private final Seed seed;

  IndependentFailed(Cluster cluster, double probability, Seed seed) {
    this.cluster = cluster;
    this.probability = probability;
    this.seed = seed.at("failure");
  }

  @Override
  public int[] failed(long trial) {
    RandomGenerator random = seed.at(trial).random();
    int[] machines = new int[cluster.machines()];
    int failed = 0;
    for (int machine = 0; machine < machines.length; machine++) {
      if (random.nextDouble() < probability) {
        machines[failed++] = machine;
      }
    }
    return Arrays.copyOf(machines, failed);
  }

  /**
   * The binomial distribution, computed machine by machine. All terms are positive, so small
   * probabilities keep their digits.
   */
  @Override
  public double[] failedCounts() {
    double[] counts = new double[cluster.machines() + 1];
    counts[0] = 1;
    for (int machine = 1; machine < counts.length; machine++) {
      for (int failed = machine; failed > 0; failed--) {
        counts[failed] = counts[failed] * (1 - probability) + counts[failed - 1] * probability;
      }
      counts[0] *= 1 - probability;
    }
    return counts;
  }
}
