package dev.varve.simulation.availability;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The graph of owners and the blocks that they touch, stored block by block in arrays, which must
 * not be changed.
 *
 * @param ownerCount owners are 0..ownerCount-1
 * @param blocks the blocks' numbers, ascending; placements are drawn from these
 * @param starts index in {@code owners} at which each block's owners start; one more element is the
 *     end of the last block's owners
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

  /** Number of edges: pairs of a block and an owner. */
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
