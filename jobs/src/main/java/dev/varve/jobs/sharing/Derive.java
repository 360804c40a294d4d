package dev.varve.jobs.sharing;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.RunRecord;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Writing;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** The derived tables: sharing degrees of files and of chunks, each replaced at a stroke. */
public final class Derive {
  /**
   * Stored bytes of recipes whose references a task sorts; some 2 million, which fit its memory.
   */
  private static final long PART_BYTES = 64 << 20;

  private static final int MOST_PARTS = 10_000;

  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;

  /** Reports waiting to {@code reporter}. */
  public Derive(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
  }

  /** Derives all tables anew; {@code counts} has the rows of each. */
  public RunSummary run(String location) throws IOException {
    Warehouse warehouse = new Warehouse(spark, location);
    try (WarehouseWriter writer = Writing.to(warehouse, settings, reporter)) {
      RunRecord run = new RunRecord("derive", settings, Map.of());
      warehouse.views();
      Publication publication = writer.publication(run.runId());
      SharingDegrees degrees = new SharingDegrees(spark);
      if (warehouse.holds("snapshot")) {
        reporter.note("deriving chunk_sharing");
        publication.addSorted("chunk_sharing", degrees.chunks(parts(warehouse, "segment_recipe")));
      }
      if (warehouse.holds("layer")) {
        reporter.note("deriving file_sharing");
        publication.addSorted("file_sharing", degrees.files(parts(warehouse, "layer_recipe")));
      }
      publication.rows().forEach(run::count);
      run.addTo(publication, warehouse, spark, true);
      publication.commit();
      return RunSummary.of(run);
    }
  }

  private static int parts(Warehouse warehouse, String recipes) throws IOException {
    return (int) Math.min(MOST_PARTS, 1 + warehouse.bytes(recipes) / PART_BYTES);
  }
}
