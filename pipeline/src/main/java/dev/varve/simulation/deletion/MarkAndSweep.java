package dev.varve.simulation.deletion;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;
import java.util.List;

/**
 * Exact deletion: the chunks that live snapshots refer to are marked, and stored chunks without a
 * mark are freed. Over a fleet whose VMs share a store, snapshots are marked in groups that each
 * keep their marks. Only groups in which something was deleted are marked again before the next
 * sweep.
 *
 * @see <a
 *     href="https://www.usenix.org/conference/usenixatc11/building-high-performance-deduplication-system">
 *     Guo, Efstathopoulos: Building a high-performance deduplication system (USENIX ATC 2011)</a>
 */
public final class MarkAndSweep {
  private static final float LOAD_FACTOR = 2f / 3;
  private static final int FIRST_SLOTS = 16;

  private final LongOpenHashSet[] marks;
  private long referencesRead;
  private long nanos;

  /**
   * The result of a sweep and its cost.
   *
   * @param freedChunks chunks freed
   * @param freedBytes their bytes
   * @param references references read to mark, since the last sweep
   * @param memoryBytes of all marks
   * @param nanos time of the marking since the last sweep, and of the sweep
   */
  public record Sweep(
      long freedChunks, long freedBytes, long references, long memoryBytes, long nanos) {}

  /** A fleet of this many groups, none of them marked yet. */
  public MarkAndSweep(int groups) {
    marks = new LongOpenHashSet[groups];
    for (int group = 0; group < groups; group++) {
      marks[group] = emptyMarks();
    }
  }

  /** Replaces the marks of a group, from all of its live snapshots. */
  public void mark(int group, List<ChunkReferences> live) {
    long start = System.nanoTime();
    LongOpenHashSet marked = emptyMarks();
    for (ChunkReferences snapshot : live) {
      for (long key : snapshot.keys()) {
        marked.add(key);
      }
      referencesRead += snapshot.chunks();
    }
    marks[group] = marked;
    nanos += System.nanoTime() - start;
  }

  /**
   * Frees the chunks that no group has marked.
   *
   * @param all chunks by number
   * @param stored numbers of the chunks in the store; freed ones are removed
   */
  public Sweep sweep(ChunkReferences all, BitSet stored) {
    long start = System.nanoTime();
    long freedChunks = 0;
    long freedBytes = 0;
    for (int chunk = stored.nextSetBit(0); chunk >= 0; chunk = stored.nextSetBit(chunk + 1)) {
      if (!isMarked(all.keys()[chunk])) {
        stored.clear(chunk);
        freedChunks++;
        freedBytes += all.bytes()[chunk];
      }
    }
    long memoryBytes = 0;
    for (LongOpenHashSet set : marks) {
      memoryBytes += memoryBytes(set);
    }
    Sweep sweep =
        new Sweep(
            freedChunks,
            freedBytes,
            referencesRead,
            memoryBytes,
            nanos + System.nanoTime() - start);
    nanos = 0;
    referencesRead = 0;
    return sweep;
  }

  private boolean isMarked(long key) {
    for (LongOpenHashSet set : marks) {
      if (set.contains(key)) {
        return true;
      }
    }
    return false;
  }

  private static LongOpenHashSet emptyMarks() {
    return new LongOpenHashSet((int) (FIRST_SLOTS * LOAD_FACTOR), LOAD_FACTOR);
  }

  private static long memoryBytes(LongOpenHashSet set) {
    return 8L * Math.max(FIRST_SLOTS, HashCommon.arraySize(set.size(), LOAD_FACTOR));
  }
}
