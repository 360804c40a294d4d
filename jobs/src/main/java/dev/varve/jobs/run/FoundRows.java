package dev.varve.jobs.run;

import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Turns what an ingest found into new rows of a table: by the SELECT named after the table in
 * {@code schemas/ingest}, over the view {@code found_TABLE} and the published table.
 */
public record FoundRows(Run run) {

  /** Makes a view of one table's rows in a stream. */
  public Dataset<Row> show(WideRow wide, Dataset<Row> stream, String table) {
    Dataset<Row> found = wide.table(stream, table);
    found.createOrReplaceTempView("found_" + table);
    return found;
  }

  /** Makes a view of the rows of a table that are published now. */
  public void showPublished(String table) throws IOException {
    run.warehouse().table(table).createOrReplaceTempView(table);
  }

  /** The new rows of a table, to be sorted. */
  public Publication.Addition addition(String table, int files, String... order) {
    return new Publication.Addition(table, select(table), files, order);
  }

  /** Stages the rejections of a stream and counts them in the run. */
  public void addRejections(Publication publication, WideRow wide, Dataset<Row> stream)
      throws IOException {
    show(wide, stream, "rejected_blob");
    addRejections(publication);
  }

  /** Stages the rejections of view {@code found_rejected_blob} and counts them in the run. */
  public void addRejections(Publication publication) throws IOException {
    if (run.reject(run.spark().table("found_rejected_blob"))) {
      showPublished("rejected_blob");
      publication.addAll(List.of(addition("rejected_blob", 1, "source", "digest")));
    }
  }

  /** The rows of a query of {@code schemas/ingest}; {@code :started} is the start of the run. */
  public Dataset<Row> select(String name) {
    return run.select("ingest", name, Map.of("started", run.startedAt()));
  }
}
