package dev.varve.chain;

/** Where synthetic reads go. */
public enum ReadSpace {
  /** The whole disk. */
  DISK,
  /** What was ever written, as one piece. */
  WRITTEN
}
