package dev.varve.backup;

import dev.varve.matching.ChunkKey;

/**
 * Counts the references that levels 1 and 2 leave, chunk by chunk, before they travel: the
 * popularity of a chunk is the sum of its counts. The table has a fixed size; when it is half full
 * it gives away what it holds and starts anew. So one chunk may be given away several times, and
 * only sums over all counts mean something. Memory: 20 bytes a slot, two to four slots a chunk.
 */
public final class LeftoverCounts implements BackupOutput {
  private final CountOutput output;
  private final int most;
  private final long[] keys;
  private final int[] bytes;
  private final long[] copies;
  private int size;

  /**
   * @param mostChunks distinct chunks to hold at once
   * @param output takes the counts
   */
  public LeftoverCounts(int mostChunks, CountOutput output) {
    if (mostChunks < 1 || mostChunks > 1 << 28) {
      throw new IllegalArgumentException("a table of " + mostChunks + " chunks");
    }
    most = mostChunks;
    this.output = output;
    int slots = Integer.highestOneBit(mostChunks) << 2;
    keys = new long[slots];
    bytes = new int[slots];
    copies = new long[slots];
  }

  @Override
  public void leftover(long key, int chunkBytes) {
    int mask = keys.length - 1;
    int slot = (int) ChunkKey.spread(key) & mask;
    while (copies[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    if (copies[slot] == 0) {
      if (size == most) {
        flush();
        leftover(key, chunkBytes);
        return;
      }
      size++;
      keys[slot] = key;
      bytes[slot] = chunkBytes;
    }
    copies[slot]++;
  }

  @Override
  public void snapshot(SnapshotBackup snapshot) {}

  /** Gives away what is held; to be called at the end. */
  public void flush() {
    for (int slot = 0; slot < copies.length; slot++) {
      if (copies[slot] > 0) {
        output.count(keys[slot], bytes[slot], copies[slot]);
        copies[slot] = 0;
      }
    }
    size = 0;
  }

  /** Takes counts. */
  public interface CountOutput {
    /** So many more copies of a chunk of this length. */
    void count(long key, int bytes, long copies);
  }
}
