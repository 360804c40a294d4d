package dev.varve.simulation.placement;

import java.io.Serializable;

/**
 * Redundancy of a block: it is stored as shards on distinct machines, any {@code needed} of which
 * restore it. Of r replicas one is needed; Reed-Solomon (k, m) keeps k + m and needs k.
 *
 * @param shards machines that store a block
 * @param needed live shards without which the block is lost, 1..shards
 */
public record Redundancy(int shards, int needed) implements Serializable {
  private static final String NOTATION = "write 3 for three replicas, rs-6-3 for Reed-Solomon";

  /** Checks the ranges. */
  public Redundancy {
    if (needed < 1 || shards < needed) {
      throw new IllegalArgumentException(needed + " of " + shards + " shards");
    }
  }

  /** Whole copies. */
  public static Redundancy replicas(int replicas) {
    return new Redundancy(replicas, 1);
  }

  /** An MDS code of {@code data} shards and {@code parity} more. */
  public static Redundancy reedSolomon(int data, int parity) {
    return new Redundancy(data + parity, data);
  }

  /**
   * Reads {@code "3"} as three replicas and {@code "rs-6-3"} as Reed-Solomon (6, 3).
   *
   * @throws IllegalArgumentException when it is neither
   */
  public static Redundancy parse(String text) {
    String[] parts = text.split("-", -1);
    try {
      if (parts.length == 1) {
        return replicas(Integer.parseInt(text));
      }
      if (parts.length == 3 && parts[0].equals("rs")) {
        return reedSolomon(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(NOTATION, e);
    }
    throw new IllegalArgumentException(NOTATION);
  }

  /** The fewest failed shards that lose the block. */
  public int fatalFailures() {
    return shards - needed + 1;
  }

  /** Stored bytes for one byte of data. */
  public double storageFold() {
    return (double) shards / needed;
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return needed == 1 ? Integer.toString(shards) : "rs-" + needed + "-" + (shards - needed);
  }
}
