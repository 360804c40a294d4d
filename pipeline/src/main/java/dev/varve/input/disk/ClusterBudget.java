package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;

/**
 * Counts the tables and clusters that a file names, and compares them with what fits into the file.
 * More than fits must overlap, so a small file could stand for any number of bytes.
 */
final class ClusterBudget {
  private final long mostTables;
  private final long mostPlainBytes;
  private final long mostPackedClusters;
  private long tables;
  private long plainBytes;
  private long packedClusters;

  /**
   * @param mostTables number of lower-level tables that fit into the file
   * @param mostPlain bytes of uncompressed clusters that fit
   * @param mostPacked number of compressed clusters that fit
   */
  ClusterBudget(long mostTables, long mostPlain, long mostPacked) {
    this.mostTables = mostTables;
    this.mostPlainBytes = mostPlain;
    this.mostPackedClusters = mostPacked;
  }

  /** The budgets of two files together. */
  ClusterBudget plus(ClusterBudget other) {
    return new ClusterBudget(
        mostTables + other.mostTables,
        mostPlainBytes + other.mostPlainBytes,
        mostPackedClusters + other.mostPackedClusters);
  }

  /** Counts a table of the lower level. */
  void addTable() {
    tables++;
  }

  /** Counts a run: its bytes if stored uncompressed, one cluster if compressed. */
  void add(ClusterRun run) {
    plainBytes += run.state() == State.NORMAL ? run.bytes() : 0;
    packedClusters += run.state() == State.COMPRESSED ? 1 : 0;
  }

  /** Whether the tables or clusters counted exceed what fits into the file. */
  boolean isExceeded() {
    return tables > mostTables
        || plainBytes > mostPlainBytes
        || packedClusters > mostPackedClusters;
  }
}
