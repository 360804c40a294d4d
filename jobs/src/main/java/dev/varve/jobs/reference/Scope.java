package dev.varve.jobs.reference;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;

/**
 * How much there is to simulate: {@code schemas/simulate/scope.sql}.
 *
 * @param vms that have a snapshot
 * @param chunks of all recipes
 * @param emptyBytes of segments of zeros alone, which no fold sees
 * @param trackedSegments segments whose disk format records whether they changed
 */
public record Scope(long vms, long chunks, long emptyBytes, long trackedSegments) {
  /**
   * Of the warehouse of a run.
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
