package dev.varve.simulation.deletion;

/** Decides which live snapshot is deleted next. */
public interface DeletionOrder {
  /**
   * The index of the snapshot to delete, below {@code live}; live snapshots are in the order in
   * which they were taken.
   *
   * @param vm whose snapshots these are
   * @param deletion how many were deleted before
   */
  int next(String vm, int deletion, int live);
}
