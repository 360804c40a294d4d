package dev.varve.simulation.backup;

/** Receives the results of {@link VmBackup} as it produces them. */
public interface BackupOutput {
  /**
   * A reference that levels 1 and 2 left: to be counted for popularity ({@link LeftoverCounts}).
   * Called for every such reference, in write order.
   */
  default void leftover(long key, int bytes) {}

  /** A snapshot is done. */
  void snapshot(SnapshotBackup snapshot);

  /**
   * A VM is done.
   *
   * @param blockBytes bytes in each block of its own store
   */
  default void store(String vm, long[] blockBytes) {}
}
