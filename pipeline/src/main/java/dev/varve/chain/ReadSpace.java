package dev.varve.chain;

/** What made-up reads go over. */
public enum ReadSpace {
  /** The whole disk. */
  DISK,
  /** What was ever written, as one piece. */
  WRITTEN
}
