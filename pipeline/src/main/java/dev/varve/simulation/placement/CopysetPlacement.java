package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Copyset replication: few machine sets instead of all possible ones, so that few failures destroy
 * one. Random permutations of the machines are cut into groups of r, the copysets. {@code ceil(S /
 * (r - 1))} permutations give a scatter width of at most S, rounded up to a multiple of r - 1. A
 * block's first machine is random; its set is a random one of the copysets that contain that
 * machine. Where r does not divide the machines, the last group of a permutation reaches back over
 * its neighbour, so that no machine is without a copyset.
 *
 * @see <a href="https://www.usenix.org/conference/atc13/technical-sessions/presentation/cidon">
 *     Cidon et al.: Copysets (USENIX ATC 2013)</a>
 */
final class CopysetPlacement implements Placement {
  private final int clusterMachines;
  private final int shards;
  private final Seed seed;
  private final int[][] copysets;

  /** The numbers of the copysets that contain each machine. */
  private final int[][] ofMachine;

  CopysetPlacement(Cluster cluster, int shards, int scatterWidth, Seed seed) {
    this.clusterMachines = cluster.machines();
    this.shards = shards;
    this.seed = seed.at("placement");
    int permutations = shards == 1 ? 1 : (scatterWidth + shards - 2) / (shards - 1);
    int groups = (clusterMachines + shards - 1) / shards;
    copysets = new int[permutations * groups][];
    ofMachine = new int[clusterMachines][0];
    for (int permutation = 0; permutation < permutations; permutation++) {
      RandomGenerator random = seed.at("copyset").at(permutation).random();
      int[] order = Order.of(clusterMachines);
      Order.shuffle(order, 0, clusterMachines, random);
      for (int group = 0; group < groups; group++) {
        int start = Math.min(group * shards, clusterMachines - shards);
        int number = permutation * groups + group;
        copysets[number] = Arrays.copyOfRange(order, start, start + shards);
        for (int machine : copysets[number]) {
          int[] known = ofMachine[machine];
          ofMachine[machine] = Arrays.copyOf(known, known.length + 1);
          ofMachine[machine][known.length] = number;
        }
      }
    }
  }

  @Override
  public int shards() {
    return shards;
  }

  int copysets() {
    return copysets.length;
  }

  @Override
  public void place(long block, int[] machines, int from) {
    RandomGenerator random = seed.at(block).random();
    int[] choices = ofMachine[random.nextInt(clusterMachines)];
    int[] copyset = copysets[choices[random.nextInt(choices.length)]];
    System.arraycopy(copyset, 0, machines, from, shards);
  }
}
