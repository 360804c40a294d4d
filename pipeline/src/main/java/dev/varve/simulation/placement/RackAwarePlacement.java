package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.random.RandomGenerator;

/**
 * The placement of HDFS. Replicas: the first shard on any machine, the second on a machine of
 * another rack, the third on another machine of the second's rack, further ones anywhere. No rack
 * stores more than {@code (shards - 1) / racks + 2} of them, nor ever all of them while there are
 * two racks. Shards of a code: evenly over the racks, none storing more than {@code shards /
 * racks}, rounded up. So a code survives the loss of a rack where that many losses are not fatal.
 * Where racks are too small for all rules, the shard goes to any free machine; the rule that is
 * dropped first is "the second's rack".
 *
 * @see <a
 *     href="https://hadoop.apache.org/docs/stable/hadoop-project-dist/hadoop-hdfs/HdfsDesign.html">
 *     HDFS architecture, replica placement</a>
 * @see <a
 *     href="https://hadoop.apache.org/docs/stable/hadoop-project-dist/hadoop-hdfs/HdfsBlockPlacementPolicies.html">
 *     HDFS block placement policies, rack fault tolerant</a>
 */
final class RackAwarePlacement implements Placement {
  private static final int QUICK_DRAWS = 32;

  private final Cluster cluster;
  private final int shards;
  private final boolean spreads;
  private final int mostInRack;
  private final Seed seed;

  RackAwarePlacement(Cluster cluster, Redundancy redundancy, Seed seed) {
    this.cluster = cluster;
    this.shards = redundancy.shards();
    this.spreads = redundancy.needed() > 1;
    this.seed = seed.at("placement");
    int racks = cluster.racks();
    int most = spreads ? (shards + racks - 1) / racks : (shards - 1) / racks + 2;
    mostInRack = racks == 1 ? shards : Math.max(1, Math.min(most, shards - 1));
  }

  @Override
  public int shards() {
    return shards;
  }

  @Override
  public void place(long block, int[] machines, int from) {
    RandomGenerator random = seed.at(block).random();
    machines[from] = random.nextInt(cluster.machines());
    if (shards > 1) {
      machines[from + 1] = secondMachine(random, machines[from]);
    }
    for (int end = from + 2; end < from + shards; end++) {
      machines[end] = furtherMachine(random, machines, from, end);
    }
  }

  private int secondMachine(RandomGenerator random, int first) {
    int rack = cluster.rack(first);
    int start = cluster.firstMachine(rack);
    int width = cluster.racks() == 1 ? 1 : cluster.rackMachines(rack);
    int skipped = cluster.racks() == 1 ? first : start;
    int drawn = random.nextInt(cluster.machines() - width);
    return drawn < skipped ? drawn : drawn + width;
  }

  private int furtherMachine(RandomGenerator random, int[] machines, int from, int end) {
    if (end == from + 2 && !spreads) {
      int rack = cluster.rack(machines[from + 1]);
      int third = freeMachine(random, machines, from, end, rack, rack + 1);
      if (third >= 0) {
        return third;
      }
    }
    int machine = freeMachine(random, machines, from, end, 0, cluster.racks());
    if (machine >= 0) {
      return machine;
    }
    do { // racks so unequal that the limit cannot be met
      machine = random.nextInt(cluster.machines());
    } while (UniformPlacement.contains(machines, from, end, machine));
    return machine;
  }

  /** A free machine of these racks, each equally likely, or -1 when there is none. */
  private int freeMachine(
      RandomGenerator random, int[] machines, int from, int end, int firstRack, int endRack) {
    int first = cluster.firstMachine(firstRack);
    int bound = cluster.firstMachine(endRack) - first;
    for (int draw = 0; draw < QUICK_DRAWS; draw++) {
      int machine = first + random.nextInt(bound);
      if (isAllowed(machines, from, end, machine)) {
        return machine;
      }
    }
    int free = 0; // few are free, if any: choose among the counted
    int chosen = -1;
    for (int machine = first; machine < first + bound; machine++) {
      if (isAllowed(machines, from, end, machine) && random.nextInt(++free) == 0) {
        chosen = machine;
      }
    }
    return chosen;
  }

  private boolean isAllowed(int[] machines, int from, int end, int machine) {
    int rack = cluster.rack(machine);
    int inRack = 0;
    for (int i = from; i < end; i++) {
      if (machines[i] == machine) {
        return false;
      }
      inRack += cluster.rack(machines[i]) == rack ? 1 : 0;
    }
    return inRack < mostInRack;
  }
}
