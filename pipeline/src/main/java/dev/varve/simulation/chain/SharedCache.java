package dev.varve.simulation.chain;

import java.util.Arrays;

/**
 * Replay of look-ups that walk a chain whose files share one LRU cache of L2 slices. A look-up uses
 * the same slice of every file from the newest down to the owner, so slices are cached in blocks. A
 * block is the same slice of several successive files, of which the newest was used first and is
 * evicted first. A look-up replaces whole blocks by one at the front, so its work does not grow
 * with the length of the chain. Results are exact.
 *
 * <p>Files without a table for a slice are left out, so that blocks have no holes. Each file is
 * identified by its rank among the files with a table for the slice.
 */
final class SharedCache {
  private static final int NONE = -1;

  /** Largest number of counters, one for each group of slices and file, which bounds memory. */
  private static final int MOST_COUNTS = 1 << 26;

  private final SliceLayout layout;
  private final int files;
  private final long capacity;

  /**
   * By group of slices: for each file, the number of older files with a table for the group, which
   * is its rank.
   */
  private final int[][] ranks;

  private final long[][] hits;
  private final long[][] misses;
  private final Blocks blocks;
  private long used;

  /**
   * @throws IllegalArgumentException when files differ in what a slice covers, or the disk is too
   *     large to count by regions
   */
  SharedCache(Chain chain, SliceLayout layout, long cacheBytes) {
    this.layout = layout;
    files = chain.files().size();
    if (!chain.isUniform()) {
      throw new IllegalArgumentException("a shared cache needs files of one cluster size");
    }
    if ((long) layout.groups() * files > MOST_COUNTS) {
      throw new IllegalArgumentException("the disk has too many tables for a shared cache");
    }
    capacity = Math.max(1, cacheBytes / Math.max(1, chain.active().sliceBytes()));
    ranks = new int[layout.groups()][files + 1];
    for (int file = 0; file < files; file++) {
      int[] fileSlices = layout.fileSlices(file);
      for (int group = 0; group < ranks.length; group++) {
        boolean hasTable = fileSlices[layout.firstSliceOf(group)] >= 0;
        ranks[group][file + 1] = ranks[group][file] + (hasTable ? 1 : 0);
      }
    }
    hits = new long[layout.groups()][files + 1];
    misses = new long[layout.groups()][files + 1];
    blocks = new Blocks(layout.slices());
  }

  CacheEvents replay(LookUps lookUps) {
    for (int at = 0; at < lookUps.size(); at++) {
      int slice = lookUps.slice(at);
      int[] rank = ranks[layout.groupOf(slice)];
      int lowest = rank[Math.max(0, lookUps.owner(at))];
      if (rank[files] > lowest) {
        lookUp(slice, lowest, rank[files] - 1);
      }
    }
    return events();
  }

  private void lookUp(int slice, int lowest, int highest) {
    int group = layout.groupOf(slice);
    int front = blocks.open(slice, highest + 1, highest);
    int at = highest;
    while (at >= lowest) {
      int newest = blocks.newest(slice);
      if (newest == NONE || blocks.high(newest) < lowest) {
        count(misses[group], front, lowest, at);
        at = lowest - 1;
      } else if (blocks.high(newest) < at) {
        count(misses[group], front, blocks.high(newest) + 1, at);
        // The eviction may have removed a part of this slice's blocks, so the next block is looked
        // up again.
        at = blocks.low(front) - 1;
      } else {
        int stop = Math.max(lowest, blocks.low(newest));
        used -= at - stop + 1;
        if (stop == blocks.low(newest)) {
          blocks.remove(newest);
        } else {
          blocks.trimTo(newest, stop - 1);
        }
        count(hits[group], front, stop, at);
        at = stop - 1;
      }
    }
    blocks.close(front);
  }

  /**
   * Counts a look-up for the files of these ranks, and puts their slices at the front; evicts
   * slices beyond the capacity.
   */
  private void count(long[] counts, int front, int low, int high) {
    counts[low]++;
    counts[high + 1]--;
    blocks.lower(front, low);
    used += high - low + 1;
    while (used > capacity) {
      int oldest = blocks.oldest();
      long evicted = Math.min(used - capacity, blocks.high(oldest) - blocks.low(oldest) + 1);
      used -= evicted;
      if (evicted > blocks.high(oldest) - blocks.low(oldest)) {
        blocks.remove(oldest);
      } else {
        blocks.trimTo(oldest, (int) (blocks.high(oldest) - evicted));
      }
    }
  }

  private CacheEvents events() {
    CacheEvents events = CacheEvents.of(0, files);
    for (int group = 0; group < ranks.length; group++) {
      long[] hit = sums(hits[group]);
      long[] miss = sums(misses[group]);
      for (int file = 0; file < files; file++) {
        if (ranks[group][file + 1] > ranks[group][file]) {
          events.hits()[file] += hit[ranks[group][file]];
          events.misses()[file] += miss[ranks[group][file]];
        }
      }
    }
    for (int slice = 0; slice < layout.slices(); slice++) {
      int[] rank = ranks[layout.groupOf(slice)];
      for (int block = blocks.newest(slice); block != NONE; block = blocks.olderOfSlice(block)) {
        events.residentSlices().set(slice);
        for (int file = 0; file < files; file++) {
          boolean hasTable = rank[file + 1] > rank[file];
          if (hasTable && rank[file] >= blocks.low(block) && rank[file] <= blocks.high(block)) {
            events.resident()[file]++;
          }
        }
      }
    }
    return events;
  }

  private static long[] sums(long[] steps) {
    long[] sums = steps.clone();
    Arrays.parallelPrefix(sums, Long::sum);
    return sums;
  }
}
