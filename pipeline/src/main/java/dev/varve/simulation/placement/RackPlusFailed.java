package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Scenario in which one whole rack fails, and a given number of other machines, every choice
 * equally likely.
 */
final class RackPlusFailed implements FailureScenario {
  private final Cluster cluster;
  private final int others;
  private final Seed seed;

  RackPlusFailed(Cluster cluster, int others, Seed seed) {
    int largest = (cluster.machines() + cluster.racks() - 1) / cluster.racks();
    if (others > cluster.machines() - largest) {
      throw new IllegalArgumentException(
          "a rack and " + others + " more of " + cluster.machines() + " machines fail");
    }
    this.cluster = cluster;
    this.others = others;
    this.seed = seed.at("failure");
  }

  @Override
  public int[] failed(long trial) {
    RandomGenerator random = seed.at(trial).random();
    int rack = random.nextInt(cluster.racks());
    int first = cluster.firstMachine(rack);
    int width = cluster.rackMachines(rack);
    int[] order = Order.of(cluster.machines());
    // The rack's machines are moved to the front; the others keep their places or take those of the
    // rack.
    for (int i = 0; i < width; i++) {
      int machine = order[i];
      order[i] = order[first + i];
      order[first + i] = machine;
    }
    Order.shuffle(order, width, others, random);
    int[] machines = Arrays.copyOf(order, width + others);
    Arrays.sort(machines);
    return machines;
  }

  @Override
  public double[] failedCounts() {
    double[] counts = new double[cluster.machines() + 1];
    for (int rack = 0; rack < cluster.racks(); rack++) {
      counts[cluster.rackMachines(rack) + others] += 1.0 / cluster.racks();
    }
    return counts;
  }
}
