package dev.varve.jobs.reference;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;

/**
 * The size of the data to simulate: {@code schemas/simulate/scope.sql}.
 *
 * @param vms VMs that have a snapshot
 * @param chunks chunks of all recipes
 * @param emptyBytes bytes of segments of zeros alone, which the folds do not receive
 * @param trackedSegments segments whose disk format records whether they changed
 */
public record Scope(long vms, long chunks, long emptyBytes, long trackedSegments) {
  /** What a chunk takes as a row of its own, while rows are grouped and sorted. */
  private static final int ROW_BYTES = 64;

  /** Fits the session to steps whose rows are chunks. */
  public void fitToChunks(Run run) {
    run.fit(chunks * ROW_BYTES);
  }

  /** Fits the session to steps whose rows are segments with their chunks. */
  public void fitToSegments(Run run) {
    run.fit(chunks * PackedChunks.WIDTH);
  }

  /**
   * The size of a run's warehouse.
   *
   * @throws NoInputException when there are no snapshots
   */
  public static Scope of(Run run) {
    Scope scope = RowReader.first(run.select("simulate", "scope"), Scope.class);
    if (scope.vms() == 0) {
      throw NoInputException.noSnapshots(run.warehouse().location());
    }
    return scope;
  }
}
