package dev.varve.simulation.availability;

import dev.varve.simulation.placement.EverySubset;
import dev.varve.simulation.placement.Redundancy;

/** Availability by enumerating everything that can happen, for small worlds. */
final class ExactAvailability {
  /** The most machines. */
  public static final int MOST_MACHINES = 12;

  private static final double MOST_CASES = 5e8;

  private ExactAvailability() {}

  /**
   * Every choice of {@code failed} machines once, on a placed world: a tally whose means are exact.
   *
   * @throws IllegalArgumentException beyond {@value #MOST_MACHINES} machines
   */
  public static Tally of(World world, int failed) {
    checked(world.machines());
    EverySubset subsets = new EverySubset(world.machines(), failed);
    return new MonteCarlo(world, subsets).run(0, subsets.subsets());
  }

  /**
   * The mean availability over all failures and all placements, each block on every choice of
   * machines.
   *
   * @throws IllegalArgumentException beyond {@value #MOST_MACHINES} machines, or when there are too
   *     many cases to go through
   */
  public static double overPlacements(
      Fleet fleet, Redundancy redundancy, Redundancy popularRedundancy, int machines, int failed) {
    checked(machines);
    int privateCount = fleet.privateBlocks().blocks().length;
    int count = privateCount + fleet.popularBlocks().blocks().length;
    int[][] choices = new int[count][];
    int[] fatal = new int[count];
    long[] owners = new long[count];
    int[] privateChoices = masks(machines, redundancy.shards());
    int[] popularChoices = masks(machines, popularRedundancy.shards());
    int[] failures = masks(machines, failed);
    double cases = failures.length;
    for (int block = 0; block < count; block++) {
      boolean popular = block >= privateCount;
      choices[block] = popular ? popularChoices : privateChoices;
      fatal[block] = (popular ? popularRedundancy : redundancy).fatalFailures();
      owners[block] =
          popular
              ? ownerMask(fleet.popularBlocks(), block - privateCount)
              : ownerMask(fleet.privateBlocks(), block);
      cases *= choices[block].length;
    }
    if (cases > MOST_CASES || fleet.owners() > Long.SIZE) {
      throw new IllegalArgumentException(cases + " cases of " + fleet.owners() + " owners");
    }
    int[] chosen = new int[count];
    long lost = 0;
    int turned;
    do {
      for (int failure : failures) {
        long losers = 0;
        for (int block = 0; block < count; block++) {
          int down = Integer.bitCount(choices[block][chosen[block]] & failure);
          losers |= down >= fatal[block] ? owners[block] : 0;
        }
        lost += Long.bitCount(losers);
      }
      turned = 0;
      while (turned < count && ++chosen[turned] == choices[turned].length) {
        chosen[turned++] = 0;
      }
    } while (turned < count);
    return 1 - lost / (cases * fleet.owners());
  }

  private static long ownerMask(ShareGraph graph, int block) {
    long mask = 0;
    for (int i = graph.starts()[block]; i < graph.starts()[block + 1]; i++) {
      mask |= 1L << graph.owners()[i];
    }
    return mask;
  }

  private static int[] masks(int machines, int size) {
    EverySubset subsets = new EverySubset(machines, size);
    int[] masks = new int[Math.toIntExact(subsets.subsets())];
    for (int i = 0; i < masks.length; i++) {
      for (int machine : subsets.failed(i)) {
        masks[i] |= 1 << machine;
      }
    }
    return masks;
  }

  private static void checked(int machines) {
    if (machines > MOST_MACHINES) {
      throw new IllegalArgumentException(
          machines + " machines are too many to enumerate, more than " + MOST_MACHINES);
    }
  }
}
