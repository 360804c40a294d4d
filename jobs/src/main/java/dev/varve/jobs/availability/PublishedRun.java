package dev.varve.jobs.availability;

import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.run.Staleness;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Recomputes the published tables and prints them; stores them too when there is a warehouse. */
record PublishedRun() implements Simulation.Job {
  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.run(
        SimulateAvailability.VERB,
        Map.of(Staleness.SOURCE, PublishedAvailability.SOURCE),
        location,
        run -> {
          List<Row> rows = rows(run.spark());
          run.count("cells", rows.size());
          run.addBesideOthers(
              SimulateAvailability.TABLE,
              PublishedAvailability.SOURCE,
              rows,
              SimulateAvailability.ORDER);
        });
  }

  @Override
  public String summary(RunSummary run) {
    return run.count("cells") + " rows of " + SimulateAvailability.TABLE;
  }

  @Override
  public boolean needsNoWarehouse() {
    return true;
  }

  @Override
  public Dataset<Row> printed(Runs runs) {
    SparkSession spark = runs.spark();
    return spark
        .createDataFrame(rows(spark), Tables.schema(SimulateAvailability.TABLE))
        .selectExpr(
            "scheme",
            "machines",
            "failed",
            "replicas",
            "popular_replicas",
            "round(100 * closed_form, 13) AS availability_percent",
            "round(100 * published, 13) AS published_percent",
            "round(vms_lost, 6) AS vms_lost");
  }

  private static List<Row> rows(SparkSession spark) {
    return new PublishedAvailability(spark)
        .rows().stream().map(SimulateAvailability.ROWS::row).toList();
  }
}
