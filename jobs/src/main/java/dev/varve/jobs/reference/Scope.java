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
