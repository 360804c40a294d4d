package dev.varve.simulation.backup;

/** Whether a segment was written to since the direct parent, as a disk format states it. */
public enum DirtyBit {
  /** The format does not say, or says it of another snapshot than the direct parent. */
  UNKNOWN,
  /** Nothing of the segment was written to. */
  CLEAR,
  /** Some of the segment was written to, possibly with the same bytes. */
  SET
}
