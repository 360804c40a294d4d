package dev.varve.simulation.backup;

import dev.varve.content.matching.KeyIndex;

/**
 * Counts the references that levels 1 and 2 leave, chunk by chunk, before they are shuffled: the
 * popularity of a chunk is the sum of its counts. The table has a fixed size; when it is full, it
 * emits its counts and is cleared. So a chunk may be emitted several times, and only the sum of its
 * counts is meaningful. Memory: 28 to 36 bytes for each chunk that fits.
 */
public final class LeftoverCounts implements BackupOutput {
  private final CountOutput output;
  private final KeyIndex index;
  private final long[] keys;
  private final int[] bytes;
  private final long[] copies;
  private int size;

  /**
   * @param mostChunks distinct chunks to keep in memory
   * @param output takes the counts
   */
  public LeftoverCounts(int mostChunks, CountOutput output) {
    if (mostChunks < 1 || mostChunks > 1 << 28) {
      throw new IllegalArgumentException("a table of " + mostChunks + " chunks");
    }
    this.output = output;
    index = new KeyIndex(mostChunks);
    keys = new long[mostChunks];
    bytes = new int[mostChunks];
    copies = new long[mostChunks];
  }

  @Override
  public void leftover(long key, int chunkBytes) {
    int chunk = index.find(keys, key);
    if (chunk == KeyIndex.NONE) {
      if (size == keys.length) {
        flush();
      }
      chunk = size++;
      keys[chunk] = key;
      bytes[chunk] = chunkBytes;
      copies[chunk] = 0;
      index.add(keys, chunk);
    }
    copies[chunk]++;
  }

  @Override
  public void snapshot(SnapshotBackup snapshot) {}

  /** Emits the counts in the table; must be called at the end. */
  public void flush() {
    for (int chunk = 0; chunk < size; chunk++) {
      output.count(keys[chunk], bytes[chunk], copies[chunk]);
    }
    index.clear();
    size = 0;
  }

  /** Receives the counts. */
  public interface CountOutput {
    /** Adds to the number of copies of a chunk. */
    void count(long key, int bytes, long copies);
  }
}
