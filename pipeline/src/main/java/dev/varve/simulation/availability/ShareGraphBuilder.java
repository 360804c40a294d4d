package dev.varve.simulation.availability;

import java.util.Arrays;

/** Builder of a {@link ShareGraph} from pairs of block and owner, with blocks ascending. */
public final class ShareGraphBuilder {
  private final int ownerCount;
  private long[] blocks = new long[16];
  private int[] starts = new int[17];
  private int[] owners = new int[16];
  private int blockCount;
  private int edges;

  /** A builder for a graph with a given number of owners. */
  public ShareGraphBuilder(int ownerCount) {
    this.ownerCount = ownerCount;
  }

  /**
   * Adds an edge; the same edge twice counts once. Owners of a block come in any order.
   *
   * @throws IllegalArgumentException when the block is below the previous block, or when there is
   *     no such owner
   */
  public ShareGraphBuilder add(long block, int owner) {
    if (owner < 0 || owner >= ownerCount) {
      throw new IllegalArgumentException("owner " + owner + " of " + ownerCount);
    }
    if (blockCount == 0 || blocks[blockCount - 1] != block) {
      if (blockCount > 0 && blocks[blockCount - 1] > block) {
        throw new IllegalArgumentException("block " + block + " after " + blocks[blockCount - 1]);
      }
      endBlock();
      blocks = extended(blocks, blockCount + 1);
      blocks[blockCount++] = block;
    }
    if (edges == owners.length) {
      owners = Arrays.copyOf(owners, grown(edges));
    }
    owners[edges++] = owner;
    return this;
  }

  /** The graph of what has been added. */
  public ShareGraph build() {
    endBlock();
    return new ShareGraph(
        ownerCount,
        Arrays.copyOf(blocks, blockCount),
        Arrays.copyOf(starts, blockCount + 1),
        Arrays.copyOf(owners, edges));
  }

  private void endBlock() {
    if (blockCount > 0) {
      edges = distinct(owners, starts[blockCount - 1], edges);
    }
    if (starts.length < blockCount + 2) {
      starts = Arrays.copyOf(starts, grown(starts.length));
    }
    starts[blockCount] = edges;
  }

  /** Sorts {@code values[from..end-1]} and drops repeats; returns the new end. */
  static int distinct(int[] values, int from, int end) {
    if (end - from < 2) {
      return end;
    }
    Arrays.sort(values, from, end);
    int kept = from + 1;
    for (int i = from + 1; i < end; i++) {
      if (values[i] != values[kept - 1]) {
        values[kept++] = values[i];
      }
    }
    return kept;
  }

  private static long[] extended(long[] values, int length) {
    return values.length >= length ? values : Arrays.copyOf(values, grown(values.length));
  }

  private static int grown(int length) {
    return (int) Math.min(Integer.MAX_VALUE - 8, length + (length >> 1) + 16L);
  }
}
