package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.random.RandomGenerator;

/**
 * Placement on distinct machines, every choice equally likely. The machines of r shards are the
 * first r of those of r + 1, so that the rows of a sweep over r are comparable.
 */
final class UniformPlacement implements Placement {
  private final int clusterMachines;
  private final int shards;
  private final Seed seed;

  UniformPlacement(Cluster cluster, int shards, Seed seed) {
    this.clusterMachines = cluster.machines();
    this.shards = shards;
    this.seed = seed.at("placement");
  }

  @Override
  public int shards() {
    return shards;
  }

  @Override
  public void place(long block, int[] machines, int from) {
    RandomGenerator random = seed.at(block).random();
    for (int end = from; end < from + shards; ) {
      int machine = random.nextInt(clusterMachines);
      if (!contains(machines, from, end, machine)) {
        machines[end++] = machine;
      }
    }
  }

  /**
   * Whether the machine is among those of {@code from..end-1}: a linear scan, because there are few
   * shards.
   */
  static boolean contains(int[] machines, int from, int end, int machine) {
    for (int i = from; i < end; i++) {
      if (machines[i] == machine) {
        return true;
      }
    }
    return false;
  }
}
