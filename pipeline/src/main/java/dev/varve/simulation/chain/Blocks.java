package dev.varve.simulation.chain;

import java.util.Arrays;

/**
 * The blocks of a {@link SharedCache}. A block is one slice of the disk in the tables of several
 * successive files, given by the range of their ranks. All blocks are in a list in the order of
 * last use. The blocks of one slice are also in a list of their own, in which the most recently
 * used block comes first and covers the highest ranks.
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

  /**
   * Makes a new block at the front of the list of all blocks; it is not yet in the list of its
   * slice.
   */
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

  /** Puts a block at the front of its slice's list. */
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

  /** The most recently used block of a slice, or -1. */
  int newest(int ofSlice) {
    return newestOfSlice[ofSlice];
  }

  /** The next older block of the same slice, or -1. */
  int below(int block) {
    return below[block];
  }

  /** The least recently used block. */
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
