package dev.varve.simulation.chain;

/** Part of a disk that synthetic reads go over. */
public enum ReadSpace {
  /** The whole disk. */
  DISK,
  /** All ranges that were ever written, as one piece. */
  WRITTEN
}
