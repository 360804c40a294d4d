package dev.varve.jobs.reference;

import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import org.apache.spark.sql.Row;

/**
 * How much there is to simulate: {@code schemas/simulate/scope.sql}.
 *
 * @param references chunks of all recipes
 * @param emptyBytes of segments of zeros alone, which no fold sees
 * @param told segments of which the disk format tells whether they changed
 */
public record Scope(long vms, long references, long emptyBytes, long told) {
  /**
   * Of the warehouse of a run.
   *
   * @throws NoInputException when there are no snapshots
   */
  public static Scope of(Run run) {
    Row row = run.select("simulate", "scope").head();
    if (row.getLong(0) == 0) {
      throw NoInputException.noSnapshots(run.warehouse().location());
    }
    return new Scope(row.getLong(0), row.getLong(1), row.getLong(2), row.getLong(3));
  }
}
