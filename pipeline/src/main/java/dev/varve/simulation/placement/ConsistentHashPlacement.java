package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.Arrays;

/**
 * Consistent hashing: every machine owns some points of a ring, a block is stored on the machines
 * of the next points clockwise from its own, each machine once. There are at most as many machine
 * sets as points. The machines of r shards are the first r of those of r + 1.
 *
 * @see <a href="https://doi.org/10.1145/258533.258660">Karger et al.: Consistent hashing and random
 *     trees (STOC 1997)</a>
 * @see <a href="https://doi.org/10.1145/1294261.1294281">DeCandia et al.: Dynamo (SOSP 2007),
 *     virtual nodes</a>
 */
final class ConsistentHashPlacement implements Placement {
  private final int shards;
  private final Seed seed;

  /** Points in order around the ring; the low bits name the machine. */
  private final long[] ring;

  private final long machineMask;

  ConsistentHashPlacement(Cluster cluster, int shards, int virtualNodes, Seed seed) {
    this.shards = shards;
    this.seed = seed.at("placement");
    machineMask = (Long.highestOneBit(cluster.machines()) << 1) - 1;
    ring = new long[Math.multiplyExact(cluster.machines(), virtualNodes)];
    for (int machine = 0; machine < cluster.machines(); machine++) {
      Seed points = seed.at("ring").at(machine);
      for (int node = 0; node < virtualNodes; node++) {
        long point = points.at(node).value() & ~machineMask;
        ring[machine * virtualNodes + node] = point | machine;
      }
    }
    Arrays.sort(ring);
  }

  @Override
  public int shards() {
    return shards;
  }

  @Override
  public void place(long block, int[] machines, int from) {
    int found = Arrays.binarySearch(ring, seed.at(block).value());
    int next = found < 0 ? -found - 1 : found;
    for (int end = from; end < from + shards; next++) {
      int machine = (int) (ring[next % ring.length] & machineMask);
      if (!UniformPlacement.contains(machines, from, end, machine)) {
        machines[end++] = machine;
      }
    }
  }
}
