package dev.varve.jobs.run;

import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * From what was found to what a table gains: the SELECT of the table's name in {@code
 * schemas/ingest}, over the view {@code found_TABLE} and the table as published.
 */
public record FoundRows(SparkSession spark, Warehouse warehouse) {

  /** Makes one table's rows out of a stream, and the published ones, visible to SQL. */
  public Dataset<Row> show(WideRow wide, Dataset<Row> stream, String table) throws IOException {
    Dataset<Row> found = wide.table(stream, table);
    found.createOrReplaceTempView("found_" + table);
    return found;
  }

  /** Stages what a table gains, sorted; how many rows that is. */
  public long add(Publication publication, String table, int files, String... order)
      throws IOException {
    publication.add(table, select(table), files, order);
    return publication.rows().getOrDefault(table, 0L);
  }

  /** Stages the rejections of a stream and notes them in the run. */
  public void addRejections(
      Publication publication, WideRow wide, Dataset<Row> stream, RunRecord run)
      throws IOException {
    show(wide, stream, "rejected_blob");
    addRejections(publication, run);
  }

  /** The same of view {@code found_rejected_blob}. */
  public void addRejections(Publication publication, RunRecord run) throws IOException {
    if (run.reject(spark.table("found_rejected_blob"))) {
      warehouse.table("rejected_blob").createOrReplaceTempView("rejected_blob");
      add(publication, "rejected_blob", 1, "source", "digest");
    }
  }

  public Dataset<Row> select(String name) {
    return spark.sql(SqlFiles.text("ingest", name));
  }
}
