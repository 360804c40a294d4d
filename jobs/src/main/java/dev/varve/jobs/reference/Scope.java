package dev.varve.jobs.reference;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.table.SqlFiles;
import org.apache.spark.sql.SparkSession;

/**
 * What the published snapshots hold.
 *
 * @param vms that have a snapshot
 * @param chunks of all segments
 * @param emptyBytes of segments of zeros alone, which no fold sees
 * @param told segments of which a format tells whether they changed
 */
public record Scope(long vms, long chunks, long emptyBytes, long told) {
  /** Of the tables that are views of the session. */
  public static Scope of(SparkSession spark) {
    return RowReader.first(spark.sql(SqlFiles.text("simulate", "scope")), Scope.class);
  }
}
