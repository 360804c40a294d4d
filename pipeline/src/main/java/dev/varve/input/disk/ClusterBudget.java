package dev.varve.input.disk;

import dev.varve.input.disk.ClusterRun.State;

/** Tables and clusters seen in a file, compared with the number that fit into it. */
final class ClusterBudget {
  private final long mostTables;
  private final long mostPlain;
  private final long mostPacked;
  private long tables;
  private long plain;
  private long packed;

  /**
   * @param mostTables of the lower level
   * @param mostPlain bytes of clusters as they are
   * @param mostPacked compressed clusters
   */
  ClusterBudget(long mostTables, long mostPlain, long mostPacked) {
    this.mostTables = mostTables;
    this.mostPlain = mostPlain;
    this.mostPacked = mostPacked;
  }

  /** The budgets of two files together. */
  ClusterBudget and(ClusterBudget other) {
    return new ClusterBudget(
        mostTables + other.mostTables, mostPlain + other.mostPlain, mostPacked + other.mostPacked);
  }

  /** Counts a table of the lower level. */
  void addTable() {
    tables++;
  }

  /** Counts what is stored of a run. */
  void add(ClusterRun run) {
    plain += run.state() == State.NORMAL ? run.bytes() : 0;
    packed += run.state() == State.COMPRESSED ? 1 : 0;
  }

  /** Whether they do not fit into the file together. */
  boolean isExceeded() {
    return tables > mostTables || plain > mostPlain || packed > mostPacked;
  }
}
