package dev.varve.jobs.reference;

import dev.varve.backup.DirtyBit;
import dev.varve.backup.SegmentReferences;
import org.jspecify.annotations.Nullable;

/**
 * A segment without its chunks, as it travels between the folds.
 *
 * @param number of the snapshot in its VM's order
 * @param fingerprint key of the segment's checksum
 * @param minHash key of its smallest fingerprint
 * @param dirty whether the disk format says that it changed; null when unknown
 */
public record SegmentFacts(
    String vm,
    int number,
    long position,
    int bytes,
    long fingerprint,
    long minHash,
    @Nullable Boolean dirty) {

  /** Facts of a segment whose snapshot is not compared with a parent. */
  public static SegmentFacts of(SegmentReferences segment) {
    return new SegmentFacts(
        segment.vm(),
        segment.snapshot(),
        segment.position(),
        segment.bytes(),
        segment.fingerprint(),
        segment.minHash(),
        null);
  }

  /** The segment of a snapshot that has no parent and is no parent itself. */
  public SegmentReferences alone(PackedChunks chunks) {
    return with(SegmentReferences.NONE, SegmentReferences.NONE, chunks);
  }

  /** The segment of a snapshot that has this parent, and this last child. */
  SegmentReferences with(int parent, int lastChild, PackedChunks chunks) {
    return new SegmentReferences(
        vm,
        number,
        parent,
        lastChild,
        position,
        bytes,
        fingerprint,
        minHash,
        chunks.keys(),
        chunks.ends(),
        chunks.zeros(),
        dirtyBit());
  }

  private DirtyBit dirtyBit() {
    Boolean changed = dirty;
    return changed == null ? DirtyBit.UNKNOWN : changed ? DirtyBit.SET : DirtyBit.CLEAR;
  }
}
