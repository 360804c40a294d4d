package dev.varve.jobs.run;

import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * From what was found to what a table gains: the SELECT of the table's name in {@code
 * schemas/ingest}, over the view {@code found_TABLE} and the table as published.
 */
public record FoundRows(Run run) {

  /** Makes one table's rows out of a stream visible to SQL. */
  public Dataset<Row> show(WideRow wide, Dataset<Row> stream, String table) {
    Dataset<Row> found = wide.table(stream, table);
    found.createOrReplaceTempView("found_" + table);
    return found;
  }

  /** Makes the rows of a table as they are published now visible to SQL. */
  public void showPublished(String table) throws IOException {
    run.warehouse().table(table).createOrReplaceTempView(table);
  }

  /** Stages what a table gains, sorted; how many rows that is. */
  public long add(Publication publication, String table, int files, String... order)
      throws IOException {
    publication.add(table, select(table), files, order);
    return publication.rows().getOrDefault(table, 0L);
  }

  /** Stages the rejections of a stream and notes them in the run. */
  public void addRejections(Publication publication, WideRow wide, Dataset<Row> stream)
      throws IOException {
    show(wide, stream, "rejected_blob");
    addRejections(publication);
  }

  /** The same of view {@code found_rejected_blob}. */
  public void addRejections(Publication publication) throws IOException {
    if (run.reject(run.spark().table("found_rejected_blob"))) {
      showPublished("rejected_blob");
      add(publication, "rejected_blob", 1, "source", "digest");
    }
  }

  /** The rows of a query of {@code schemas/ingest}. */
  public Dataset<Row> select(String name) {
    return run.select("ingest", name);
  }
}
