package dev.varve.simulation.availability;

import dev.varve.simulation.placement.Placement;
import dev.varve.simulation.placement.Redundancy;
import java.util.Arrays;

/**
 * The distinct sets of machines that store a block, and the owners that each set can lose. The
 * losses of a failure depend on nothing else, so the blocks themselves are not stored. Sets are
 * sorted by their machines, so that similar sets are close in memory.
 */
final class MachineSets {
  private final Redundancy redundancy;

  /** The machines of each set, ascending. */
  private final int[] machines;

  private final int[] starts;
  private final int[] owners;

  private MachineSets(Redundancy redundancy, int[] machines, int[] starts, int[] owners) {
    this.redundancy = redundancy;
    this.machines = machines;
    this.starts = starts;
    this.owners = owners;
  }

  /**
   * Places every block and reduces the blocks to sets.
   *
   * @param shardsOfMachines shards on each machine; the new ones are added to it
   */
  static MachineSets of(
      ShareGraph graph, Placement placement, Redundancy redundancy, long[] shardsOfMachines) {
    int blocks = graph.blocks().length;
    int shards = redundancy.shards();
    int[] placed = new int[Math.multiplyExact(blocks, shards)];
    for (int block = 0; block < blocks; block++) {
      int from = block * shards;
      placement.place(graph.blocks()[block], placed, from);
      Arrays.sort(placed, from, from + shards);
      for (int i = from; i < from + shards; i++) {
        shardsOfMachines[placed[i]]++;
      }
    }
    int[] sortedBlocks = ordered(placed, blocks, shards, shardsOfMachines.length);
    int[] machines = new int[placed.length];
    int[] starts = new int[blocks + 1];
    int[] owners = new int[graph.edges()];
    int sets = 0;
    int ownersEnd = 0;
    for (int i = 0; i < blocks; i++) {
      int rowStart = sortedBlocks[i] * shards;
      int lastSetStart = (sets - 1) * shards;
      if (sets == 0
          || !Arrays.equals(
              machines, lastSetStart, lastSetStart + shards, placed, rowStart, rowStart + shards)) {
        ownersEnd = sets == 0 ? 0 : ShareGraphBuilder.distinct(owners, starts[sets - 1], ownersEnd);
        System.arraycopy(placed, rowStart, machines, sets * shards, shards);
        starts[sets++] = ownersEnd;
      }
      int from = graph.starts()[sortedBlocks[i]];
      int length = graph.starts()[sortedBlocks[i] + 1] - from;
      System.arraycopy(graph.owners(), from, owners, ownersEnd, length);
      ownersEnd += length;
    }
    starts[sets] = sets == 0 ? 0 : ShareGraphBuilder.distinct(owners, starts[sets - 1], ownersEnd);
    return new MachineSets(
        redundancy,
        trimmed(machines, sets * shards),
        trimmed(starts, sets + 1),
        trimmed(owners, starts[sets]));
  }

  int count() {
    return starts.length - 1;
  }

  /**
   * Number of sets that are not among the others. All sets count where the two redundancies differ,
   * because equal machines are then lost by different failures.
   */
  int countWithout(MachineSets others) {
    if (!redundancy.equals(others.redundancy)) {
      return count();
    }
    int shards = redundancy.shards();
    int other = 0;
    int common = 0;
    for (int set = 0; set < count(); set++) {
      int from = set * shards;
      while (other < others.count() && others.compare(other, machines, from) < 0) {
        other++;
      }
      if (other < others.count() && others.compare(other, machines, from) == 0) {
        common++;
      }
    }
    return count() - common;
  }

  private int compare(int set, int[] rowStart, int from) {
    int shards = redundancy.shards();
    int at = set * shards;
    return Arrays.compare(machines, at, at + shards, rowStart, from, from + shards);
  }

  Redundancy redundancy() {
    return redundancy;
  }

  /** The machines of all sets, one after another. */
  int[] machines() {
    return machines;
  }

  /**
   * Index in {@link #owners} at which the owners of each set start; the last element is the end of
   * the last set's owners.
   */
  int[] starts() {
    return starts;
  }

  int[] owners() {
    return owners;
  }

  /** Row numbers sorted by the machines of the rows: a radix sort, the last column first. */
  private static int[] ordered(int[] placed, int rows, int shards, int machines) {
    int[] sortedBlocks = new int[rows];
    int[] next = new int[rows];
    for (int rowStart = 0; rowStart < rows; rowStart++) {
      sortedBlocks[rowStart] = rowStart;
    }
    for (int column = shards - 1; column >= 0; column--) {
      int[] ends = new int[machines + 1];
      for (int rowStart : sortedBlocks) {
        ends[placed[rowStart * shards + column] + 1]++;
      }
      for (int machine = 0; machine < machines; machine++) {
        ends[machine + 1] += ends[machine];
      }
      for (int rowStart : sortedBlocks) {
        next[ends[placed[rowStart * shards + column]]++] = rowStart;
      }
      int[] swapped = sortedBlocks;
      sortedBlocks = next;
      next = swapped;
    }
    return sortedBlocks;
  }

  private static int[] trimmed(int[] values, int length) {
    return values.length == length ? values : Arrays.copyOf(values, length);
  }
}
