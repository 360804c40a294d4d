package dev.varve.jobs.job;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * The derived tables, each the SELECT of its name in {@code schemas/derived}, replaced at a stroke.
 */
public final class Derive {
  /** What each table is derived from; it is not, where there is nothing. */
  private static final Map<String, String> SOURCES =
      Map.of("file_sharing", "layer", "chunk_sharing", "snapshot");

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
    RunRecord run = new RunRecord("derive", settings, Map.of());
    try (WarehouseWriter writer =
        WarehouseWriter.open(
            warehouse,
            settings.lockWaitSeconds(),
            settings.lockStaleSeconds(),
            owner -> reporter.note("waiting for " + owner + ", which writes to this warehouse"))) {
      warehouse.views();
      Publication publication = writer.publication(run.runId());
      for (Map.Entry<String, String> derived : SqlFiles.folder("derived").entrySet()) {
        String source = SOURCES.getOrDefault(derived.getKey(), "run");
        if (!warehouse.holds(source)) {
          continue;
        }
        reporter.note("deriving " + derived.getKey());
        publication.add(
            derived.getKey(), spark.sql(derived.getValue()), Publication.AS_NEEDED, "fingerprint");
      }
      publication.rows().forEach(run::count);
      run.addTo(publication, warehouse, spark, true);
      publication.commit();
      return RunSummary.of(run);
    }
  }
}
