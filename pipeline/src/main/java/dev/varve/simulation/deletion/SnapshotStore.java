package dev.varve.simulation.deletion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Store of the chunks of one VM. To measure the leak, it also counts which chunks live snapshots
 * really need. Chunks are numbered in the order of their keys.
 */
final class SnapshotStore {
  private final List<ChunkReferences> snapshots;
  private final double falsePositiveRatio;
  private final ChunkReferences all;
  private final int[] needs;
  private final BitSet stored = new BitSet();
  private final List<Live> live = new ArrayList<>();
  private final DeletionModel retainedModel;
  private final int expectedChunks;
  private final int largestChunkBytes;
  private final long vectorBytes;
  private long storedBytes;
  private long neededBytes;

  private record Live(ChunkReferences references, int[] chunks, SummaryVector vector) {}

  /** Bytes that one deletion freed, with a filter of this false-positive ratio. */
  record Freed(long bytes, double falsePositiveRatio) {}

  SnapshotStore(List<ChunkReferences> snapshots, int retained, double falsePositiveRatio) {
    this.snapshots = snapshots;
    this.falsePositiveRatio = falsePositiveRatio;
    ChunkReferences first = union(snapshots.subList(0, retained));
    expectedChunks = first.chunks();
    all = first.plus(union(snapshots.subList(retained, snapshots.size())));
    vectorBytes = new SummaryVector(expectedChunks, falsePositiveRatio).bytes();
    needs = new int[all.chunks()];
    largestChunkBytes = Arrays.stream(all.bytes()).max().orElse(0);
    double firstChunks = snapshots.get(0).chunks();
    double newChunks = retained == 1 ? 0 : (expectedChunks - firstChunks) / (retained - 1);
    retainedModel = new DeletionModel(retained, firstChunks, newChunks, falsePositiveRatio);
    for (int snapshot = 0; snapshot < retained; snapshot++) {
      take(snapshot);
    }
  }

  /** Takes a snapshot: writes those of its chunks that the store does not contain. */
  void take(int snapshot) {
    ChunkReferences references = snapshots.get(snapshot);
    int[] chunks = new int[references.chunks()];
    for (int i = 0; i < chunks.length; i++) {
      int chunk = Arrays.binarySearch(all.keys(), references.keys()[i]);
      chunks[i] = chunk;
      neededBytes += needs[chunk]++ == 0 ? all.bytes()[chunk] : 0;
      if (!stored.get(chunk)) {
        stored.set(chunk);
        storedBytes += all.bytes()[chunk];
      }
    }
    SummaryVector vector = new SummaryVector(expectedChunks, falsePositiveRatio);
    vector.add(references);
    live.add(new Live(references, chunks, vector));
  }

  /** Deletes the live snapshot of this index. */
  Freed delete(int index) {
    Live deleted = live.remove(index);
    SummaryVector or = new SummaryVector(expectedChunks, falsePositiveRatio);
    for (Live other : live) {
      or.or(other.vector);
    }
    long freed = 0;
    for (int chunk : deleted.chunks) {
      if (!or.mayContain(all.keys()[chunk]) && stored.get(chunk)) {
        stored.clear(chunk);
        freed += all.bytes()[chunk];
      }
      neededBytes -= --needs[chunk] == 0 ? all.bytes()[chunk] : 0;
    }
    storedBytes -= freed;
    return new Freed(freed, or.falsePositiveRatio());
  }

  /** Repairs: marks the chunks that the live snapshots refer to, and frees the rest. */
  MarkAndSweep.Sweep repair() {
    MarkAndSweep marks = new MarkAndSweep(1);
    marks.mark(0, live.stream().map(Live::references).toList());
    MarkAndSweep.Sweep sweep = marks.sweep(all, stored);
    storedBytes -= sweep.freedBytes();
    return sweep;
  }

  LeakEstimate estimate(long deletions, double expectedBytes) {
    long least = 0;
    for (Live snapshot : live) {
      least = Math.max(least, snapshot.references.totalBytes());
    }
    DeletionModel now =
        new DeletionModel(
            Math.max(1, live.size()),
            retainedModel.firstChunks(),
            retainedModel.newChunks(),
            falsePositiveRatio);
    return new LeakEstimate(deletions, now, expectedBytes, largestChunkBytes, least);
  }

  int live() {
    return live.size();
  }

  long liveBytes() {
    return neededBytes;
  }

  long leakedBytes() {
    return storedBytes - neededBytes;
  }

  long filterBytes() {
    return (live.size() + 1) * vectorBytes;
  }

  DeletionModel retainedModel() {
    return retainedModel;
  }

  private static ChunkReferences union(List<ChunkReferences> snapshots) {
    ChunkReferences union = new ChunkReferences(new long[0], new int[0]);
    for (ChunkReferences snapshot : snapshots) {
      union = union.plus(snapshot);
    }
    return union;
  }
}
