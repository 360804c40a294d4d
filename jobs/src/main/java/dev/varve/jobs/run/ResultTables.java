package dev.varve.jobs.run;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A simulation's run, from the lock of its warehouse to the publication of its result tables. */
public final class ResultTables {
  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;

  public ResultTables(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
  }

  /** Adds tables to the publication of the run. */
  public interface Work {
    void run(Warehouse warehouse, Publication publication, RunRecord run) throws IOException;
  }

  /** Does the work with all tables as views, and publishes what it added. */
  public RunSummary run(String verb, Map<String, String> options, String location, Work work)
      throws IOException {
    Warehouse warehouse = new Warehouse(spark, location);
    try (WarehouseWriter writer = Writing.to(warehouse, settings, reporter)) {
      RunRecord run = new RunRecord(verb, settings, options);
      warehouse.views();
      Publication publication = writer.publication(run.runId());
      work.run(warehouse, publication, run);
      run.addTo(publication, warehouse, spark, true);
      publication.commit();
      return RunSummary.of(run);
    }
  }

  /** The rows, of one source, beside those of other sources that the table holds. */
  public Dataset<Row> besideOthers(Warehouse warehouse, String table, List<Row> rows)
      throws IOException {
    Dataset<Row> mine = spark.createDataFrame(rows, Tables.schema(table));
    String source = rows.get(0).getString(Tables.schema(table).fieldIndex("source"));
    return warehouse.table(table).where("source <> '" + source + "'").unionByName(mine);
  }
}
