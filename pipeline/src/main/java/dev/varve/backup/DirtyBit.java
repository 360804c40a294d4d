package dev.varve.backup;

/** What a disk format says of a segment: whether it was written to since the direct parent. */
public enum DirtyBit {
  /** The format does not say, or says it of another snapshot than the direct parent. */
  UNKNOWN,
  /** Nothing of the segment was written to. */
  CLEAR,
  /** Some of the segment was written to, possibly with the same bytes. */
  SET
}
