package dev.varve.jobs.deletion;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.conf.DeletionSettings;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.reference.PopularChunks;
import dev.varve.jobs.reference.PopularityRanks;
import dev.varve.jobs.reference.ReferenceRows;
import dev.varve.jobs.reference.References;
import dev.varve.jobs.reference.Scope;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.ResultTables;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.table.Publication;
import dev.varve.matching.PopularData;
import dev.varve.matching.PopularSelection;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Tables {@code deletion_result} and {@code deletion_cost}: the snapshots of every VM deleted one
 * after another by the word of their summaries. Popular chunks, selected anew as the backup
 * simulation does it, are never deleted this way and left out. Memory is that of the largest VM.
 */
public final class SimulateDeletion {
  private static final String[] ORDER = {
    "vm", "deletion_order", "false_positive_ratio", "most_leaked_ratio", "repair_rule", "deletions"
  };

  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;

  /** Reports phases and waiting to {@code reporter}. */
  public SimulateDeletion(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
  }

  /**
   * Replaces the result tables.
   *
   * @throws NoInputException when there are no snapshots
   */
  public RunSummary run(String location, DeletionSettings asked) throws IOException {
    return new ResultTables(spark, settings, reporter)
        .run(
            "simulate deletion",
            Map.of(),
            location,
            (warehouse, publication, run) -> {
              Scope scope = Scope.of(spark);
              if (scope.vms() == 0) {
                throw NoInputException.noSnapshots(location);
              }
              run.count("vms", scope.vms());
              Dataset<Row> references =
                  References.ordered(spark, scope.vms()).persist(StorageLevel.DISK_ONLY());
              try {
                simulate(references, scope.chunks(), asked, publication);
              } finally {
                references.unpersist();
              }
              publication.rows().forEach(run::count);
            });
  }

  private void simulate(
      Dataset<Row> references, long chunks, DeletionSettings asked, Publication publication)
      throws IOException {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    PopularData popular = PopularData.none();
    if (asked.sigma() > 0) {
      reporter.note("selecting popular data, which summaries do not delete");
      popular = popular(references, asked.sigma(), publication);
    }
    Broadcast<PopularData> leftOut = context.broadcast(popular);
    Broadcast<Map<String, Integer>> snapshots = context.broadcast(snapshots());
    reporter.note(
        String.format(
            "deleting in %d ways; %,d popular chunks stay", asked.ways().size(), popular.chunks()));
    DeletionRows.Asked ways =
        new DeletionRows.Asked(asked.ways(), asked.retained(), asked.sigma(), asked.seed());
    Dataset<Row> rows =
        spark.createDataFrame(
            references
                .toJavaRDD()
                .mapPartitions(
                    some ->
                        new FoldRows<>(
                            ReferenceRows.segments(some),
                            new DeletionRows(leftOut.value(), snapshots.value(), ways))),
            DeletionRows.ROWS.schema());
    Dataset<Row> results = publication.aside("deletions", rows);
    publication.add("deletion_result", results, 1, ORDER);
    DeletionCosts costs = new DeletionCosts(spark, asked.groups(), chunks);
    publication.add(
        "deletion_cost",
        costs.rows(references, snapshots, results, asked.ways().get(0)),
        1,
        "method");
  }

  private PopularData popular(Dataset<Row> references, double sigma, Publication publication) {
    Dataset<Row> popularity =
        PopularChunks.of(
            spark,
            publication,
            references,
            List.of(settings.backup().rules().get(0)),
            settings.backup().leftoverChunks());
    int quota = PopularSelection.quota(sigma, popularity.count());
    try (PopularityRanks ranks = new PopularityRanks(popularity.where(col("rules").equalTo(0)))) {
      return ranks.first(quota);
    }
  }

  private record SnapshotsOfVm(String vm, int snapshots) {}

  /** How many snapshots each VM has; the last ones may hold nothing. */
  private Map<String, Integer> snapshots() {
    Map<String, Integer> counts = new HashMap<>();
    RowReader.all(
            spark.sql("SELECT vm, CAST(count(*) AS INT) AS snapshots FROM snapshot GROUP BY vm"),
            SnapshotsOfVm.class)
        .forEach(one -> counts.put(one.vm(), one.snapshots()));
    return counts;
  }
}
