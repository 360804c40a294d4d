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
  private static final int INITIAL_BLOCKS = 1024;

  private final int[] newestOfSlice;
  private int[] slice = new int[INITIAL_BLOCKS];
  private int[] low = new int[INITIAL_BLOCKS];
  private int[] high = new int[INITIAL_BLOCKS];
  private int[] older = new int[INITIAL_BLOCKS];
  private int[] newer = new int[INITIAL_BLOCKS];
  private int[] olderOfSlice = new int[INITIAL_BLOCKS];
  private int[] newerOfSlice = new int[INITIAL_BLOCKS];
  private int used;
  private int free = NONE;
  private int newestBlock = NONE;
  private int oldestBlock = NONE;

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
    older[block] = newestBlock;
    newer[block] = NONE;
    olderOfSlice[block] = NONE;
    newerOfSlice[block] = NONE;
    if (newestBlock != NONE) {
      newer[newestBlock] = block;
    } else {
      oldestBlock = block;
    }
    newestBlock = block;
    return block;
  }

  /** Puts a block at the front of its slice's list. */
  void close(int block) {
    int next = newestOfSlice[slice[block]];
    olderOfSlice[block] = next;
    if (next != NONE) {
      newerOfSlice[next] = block;
    }
    newestOfSlice[slice[block]] = block;
  }

  void remove(int block) {
    if (newer[block] == NONE) {
      newestBlock = older[block];
    } else {
      older[newer[block]] = older[block];
    }
    if (older[block] == NONE) {
      oldestBlock = newer[block];
    } else {
      newer[older[block]] = newer[block];
    }
    if (newerOfSlice[block] != NONE) {
      olderOfSlice[newerOfSlice[block]] = olderOfSlice[block];
    } else if (newestOfSlice[slice[block]] == block) {
      newestOfSlice[slice[block]] = olderOfSlice[block];
    }
    if (olderOfSlice[block] != NONE) {
      newerOfSlice[olderOfSlice[block]] = newerOfSlice[block];
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
  int olderOfSlice(int block) {
    return olderOfSlice[block];
  }

  /** The least recently used block. */
  int oldest() {
    return oldestBlock;
  }

  private int grown() {
    if (used == slice.length) {
      int capacity = 2 * used;
      slice = Arrays.copyOf(slice, capacity);
      low = Arrays.copyOf(low, capacity);
      high = Arrays.copyOf(high, capacity);
      older = Arrays.copyOf(older, capacity);
      newer = Arrays.copyOf(newer, capacity);
      olderOfSlice = Arrays.copyOf(olderOfSlice, capacity);
      newerOfSlice = Arrays.copyOf(newerOfSlice, capacity);
    }
    return used++;
  }
}
