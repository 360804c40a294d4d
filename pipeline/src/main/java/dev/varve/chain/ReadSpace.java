package dev.varve.chain;

/** Where synthetic reads go. */
public enum ReadSpace {
  /** The whole disk. */
  DISK,
  /** All ranges that were ever written, as one piece. */
  WRITTEN
}
