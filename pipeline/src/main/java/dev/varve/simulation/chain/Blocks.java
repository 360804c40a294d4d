package dev.varve.simulation.chain;

import java.util.Arrays;

/**
 * Blocks of a shared cache: a slice of files in a row, by rank. All blocks are in the order of
 * their use; those of a slice also in a row of their own, the newest first, which covers the
 * highest ranks.
 */
final class Blocks {
  private static final int NONE = -1;
  private static final int FIRST = 1024;

  private final int[] newestOfSlice;
  private int[] slice = new int[FIRST];
  private int[] low = new int[FIRST];
  private int[] high = new int[FIRST];
  private int[] older = new int[FIRST];
  private int[] newer = new int[FIRST];
  private int[] below = new int[FIRST];
  private int[] above = new int[FIRST];
  private int used;
  private int free = NONE;
  private int first = NONE;
  private int last = NONE;

  Blocks(int slices) {
    newestOfSlice = new int[slices];
    Arrays.fill(newestOfSlice, NONE);
  }

  /** A new block in front, which is not yet in its slice's row. */
  int open(int ofSlice, int lowRank, int highRank) {
    int block = free == NONE ? grown() : free;
    free = free == block ? older[block] : free;
    slice[block] = ofSlice;
    low[block] = lowRank;
    high[block] = highRank;
    older[block] = first;
    newer[block] = NONE;
    below[block] = NONE;
    above[block] = NONE;
    if (first != NONE) {
      newer[first] = block;
    } else {
      last = block;
    }
    first = block;
    return block;
  }

  /** Puts a block on top of its slice's row. */
  void close(int block) {
    int before = newestOfSlice[slice[block]];
    below[block] = before;
    if (before != NONE) {
      above[before] = block;
    }
    newestOfSlice[slice[block]] = block;
  }

  void remove(int block) {
    if (newer[block] == NONE) {
      first = older[block];
    } else {
      older[newer[block]] = older[block];
    }
    if (older[block] == NONE) {
      last = newer[block];
    } else {
      newer[older[block]] = newer[block];
    }
    if (above[block] != NONE) {
      below[above[block]] = below[block];
    } else if (newestOfSlice[slice[block]] == block) {
      newestOfSlice[slice[block]] = below[block];
    }
    if (below[block] != NONE) {
      above[below[block]] = above[block];
    }
    older[block] = free;
    free = block;
  }

  void lower(int block, int lowRank) {
    low[block] = lowRank;
  }

  void trimTo(int block, int highRank) {
    high[block] = highRank;
  }

  int low(int block) {
    return low[block];
  }

  int high(int block) {
    return high[block];
  }

  /** The block that was used last of a slice, or -1. */
  int newest(int ofSlice) {
    return newestOfSlice[ofSlice];
  }

  /** The next older block of the same slice, or -1. */
  int below(int block) {
    return below[block];
  }

  /** The block that was not used for the longest time. */
  int oldest() {
    return last;
  }

  private int grown() {
    if (used == slice.length) {
      int more = 2 * used;
      slice = Arrays.copyOf(slice, more);
      low = Arrays.copyOf(low, more);
      high = Arrays.copyOf(high, more);
      older = Arrays.copyOf(older, more);
      newer = Arrays.copyOf(newer, more);
      below = Arrays.copyOf(below, more);
      above = Arrays.copyOf(above, more);
    }
    return used++;
  }
}
