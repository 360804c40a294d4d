package dev.varve.content.format;

import java.util.Map;
import java.util.TreeMap;

/**
 * Number of blocks of 4 KiB that pieces take when each is put into the fullest block that has space
 * for it (best fit).
 */
final class BlockPacking {
  static final int BLOCK_BYTES = 4096;

  /** Number of blocks by the number of their free bytes. */
  private final TreeMap<Integer, Integer> free = new TreeMap<>();

  private long blocks;

  /** Puts a piece of at most a block; 0 bytes take no block. */
  void add(int bytes) {
    if (bytes == 0) {
      return;
    }
    Map.Entry<Integer, Integer> fit = free.ceilingEntry(bytes);
    int left;
    if (fit == null) {
      blocks++;
      left = BLOCK_BYTES - bytes;
    } else {
      left = fit.getKey() - bytes;
      if (fit.getValue() == 1) {
        free.remove(fit.getKey());
      } else {
        free.put(fit.getKey(), fit.getValue() - 1);
      }
    }
    if (left > 0) {
      free.merge(left, 1, Integer::sum);
    }
  }

  /** Bytes of all blocks. */
  long bytes() {
    return blocks * BLOCK_BYTES;
  }
}
