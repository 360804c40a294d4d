package dev.varve.jobs.job;

import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WideRow;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * From what was found to what a table gains: the SELECT of the table's name in {@code
 * schemas/ingest}, over the view {@code found_TABLE} and the table as published.
 */
record FoundRows(SparkSession spark, Warehouse warehouse) {

  /** Makes one table's rows out of a stream, and the published ones, visible to SQL. */
  Dataset<Row> show(WideRow wide, Dataset<Row> stream, String table) throws IOException {
    Dataset<Row> found = wide.table(stream, table);
    found.createOrReplaceTempView("found_" + table);
    return found;
  }

  /** Stages what a table gains, sorted; how many rows that is. */
  long add(Publication publication, String table, int files, String... order) throws IOException {
    publication.add(table, select(table), files, order);
    return publication.rows().getOrDefault(table, 0L);
  }

  /** Stages images and all that hangs on them, the images themselves after their layers. */
  void addImages(Publication publication, Dataset<Row> findings, RunRecord run) throws IOException {
    for (String table : List.of("artifact", "image_layer", "image", "image_tag")) {
      show(ImageFindings.WIDE, findings, table);
    }
    for (String table : List.of("artifact", "image", "image_tag")) {
      warehouse.table(table).createOrReplaceTempView(table);
    }
    run.count("images", spark.table("found_image").select("image_digest").distinct().count());
    run.count("artifacts_added", add(publication, "artifact", 1, "manifest_digest", "digest"));
    add(publication, "image_layer", 1, "image_digest", "depth");
    run.count("images_added", add(publication, "image", 1, "image_digest"));
    long changed = select("changed_tags").count();
    run.count("tags_changed", changed);
    if (changed > 0) {
      add(publication, "image_tag", 1, "repository", "tag", "image_digest");
    }
  }

  /** Stages the rejections of a stream and notes them in the run. */
  void addRejections(Publication publication, WideRow wide, Dataset<Row> stream, RunRecord run)
      throws IOException {
    show(wide, stream, "rejected_blob");
    addRejections(publication, run);
  }

  /** The same of view {@code found_rejected_blob}. */
  void addRejections(Publication publication, RunRecord run) throws IOException {
    if (run.reject(spark.table("found_rejected_blob"))) {
      warehouse.table("rejected_blob").createOrReplaceTempView("rejected_blob");
      add(publication, "rejected_blob", 1, "source", "digest");
    }
  }

  Dataset<Row> select(String name) {
    return spark.sql(SqlFiles.text("ingest", name));
  }
}
