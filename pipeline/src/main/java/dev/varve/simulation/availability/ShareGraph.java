package dev.varve.simulation.availability;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Owners and the blocks that they touch, packed by block. The arrays are not to be changed.
 *
 * @param ownerCount owners are 0..ownerCount-1
 * @param blocks the blocks' numbers, ascending; what placements are drawn from
 * @param starts where each block's owners start in {@code owners}, and one more: their end
 * @param owners the owners of each block, ascending, each once
 */
public record ShareGraph(int ownerCount, long[] blocks, int[] starts, int[] owners)
    implements Serializable {

  /** No blocks. */
  public static ShareGraph empty(int ownerCount) {
    return new ShareGraph(ownerCount, new long[0], new int[1], new int[0]);
  }

  /**
   * Blocks {@code first..first+count-1} of a single owner, for uses in which owners do not matter.
   */
  public static ShareGraph store(long first, int count) {
    long[] blocks = new long[count];
    int[] starts = new int[count + 1];
    for (int block = 0; block < count; block++) {
      blocks[block] = first + block;
      starts[block + 1] = block + 1;
    }
    return new ShareGraph(1, blocks, starts, new int[count]);
  }

  /** Pairs of a block and an owner. */
  public int edges() {
    return owners.length;
  }

  /** Number of blocks that each owner touches. */
  public int[] blocksOfOwners() {
    int[] counts = new int[ownerCount];
    for (int owner : owners) {
      counts[owner]++;
    }
    return counts;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShareGraph that
        && ownerCount == that.ownerCount
        && Arrays.equals(blocks, that.blocks)
        && Arrays.equals(starts, that.starts)
        && Arrays.equals(owners, that.owners);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(blocks) + Arrays.hashCode(owners);
  }

  @Override
  public String toString() {
    return "ShareGraph of " + blocks.length + " blocks, " + edges() + " edges";
  }
}
