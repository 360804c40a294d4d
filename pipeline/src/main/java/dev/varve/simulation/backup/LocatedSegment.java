package dev.varve.simulation.backup;

/**
 * A segment of a snapshot that may become a parent: its chunks and the blocks that contain them. A
 * snapshot shares the segments that did not change with its parent.
 *
 * @param position on the disk, from 0
 * @param fingerprint key of the segment's fingerprint
 * @param minHash key of the smallest fingerprint of its chunks
 * @param keys its chunks
 * @param places the block that contains each chunk: {@code block} for a private one, {@code ~block}
 *     for a popular one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LocatedSegment(long position, long fingerprint, long minHash, long[] keys, int[] places) {
  /** The place of a zero chunk, which is not stored. */
  static final int ZERO = Integer.MIN_VALUE;

  /** The place of a chunk that has not been found. */
  static final int MISSING = Integer.MIN_VALUE + 1;
}
