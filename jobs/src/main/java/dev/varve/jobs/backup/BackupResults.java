package dev.varve.jobs.backup;

import static org.apache.spark.sql.functions.col;

import dev.varve.backup.BackupComparison;
import dev.varve.backup.BackupResult;
import dev.varve.backup.BackupStage;
import dev.varve.backup.BackupTally;
import dev.varve.backup.BackupTime;
import dev.varve.backup.PopularShare;
import dev.varve.backup.SegmentTime;
import dev.varve.backup.Volume;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** The result tables of a backup simulation, from the sums of its folds. */
final class BackupResults {
  private final SparkSession spark;
  private final BackupSettings backup;
  private final Publication publication;

  BackupResults(SparkSession spark, BackupSettings backup, Publication publication) {
    this.spark = spark;
    this.backup = backup;
    this.publication = publication;
  }

  /**
   * The sum of one set of rules.
   *
   * @param empty the segments of zeros alone, which the folds do not receive
   */
  BackupTally tally(Dataset<Row> found, int rules, Volume empty) {
    Dataset<Row> of =
        BackupTables.WIDE.table(found, "tally").where(col("rules").equalTo(rules)).drop("rules");
    String[] sums =
        Arrays.stream(of.columns())
            .map(
                column ->
                    "coalesce(%s(%s), 0) AS %s"
                        .formatted(column.startsWith("largest_") ? "max" : "sum", column, column))
            .toArray(String[]::new);
    BackupTally tally = RowReader.first(of.selectExpr(sums), BackupTally.class);
    return new BackupTally(
        tally.segments(),
        tally.dirtySegments(),
        tally.largestSegments(),
        tally.raw(),
        tally.zero().plus(empty),
        tally.afterVersion(),
        tally.afterSimilarity(),
        tally.popular(),
        tally.written());
  }

  /** Chunks and bytes stored by all bins of SRB. */
  Volume srb(Dataset<Row> found) {
    return bins(found, "sum");
  }

  /** Chunks of the largest bin. */
  long largestBin(Dataset<Row> found) {
    return bins(found, "max").chunks();
  }

  private static Volume bins(Dataset<Row> found, String aggregate) {
    return RowReader.first(
        BackupTables.WIDE
            .table(found, "srb")
            .selectExpr(
                "coalesce(%s(chunks), 0) AS chunks".formatted(aggregate),
                "coalesce(%s(bytes), 0) AS bytes".formatted(aggregate)),
        Volume.class);
  }

  /**
   * Stages the result tables. Schemes without rules, the bounds, get one row only.
   *
   * @param shares for each comparison, one entry for each share of the sweep
   */
  void add(List<BackupComparison> comparisons, List<List<PopularShare>> shares) throws IOException {
    List<BackupResult> results = new ArrayList<>();
    List<BackupStage> stages = new ArrayList<>();
    List<BackupTables.PopularityRow> sweep = new ArrayList<>();
    for (int index = 0; index < comparisons.size(); index++) {
      BackupComparison comparison = comparisons.get(index);
      for (BackupResult result : comparison.results()) {
        if (index == 0 || result.rules() != null) {
          results.add(result);
        }
      }
      stages.addAll(comparison.stages());
      for (int place = 0; place < backup.sweep().size(); place++) {
        double sigma = backup.sweep().get(place);
        sweep.add(popularity(comparison, sigma, shares.get(index).get(place)));
      }
    }
    add("backup_result", BackupResult.class, results, "scheme", "rules");
    add("backup_stage", BackupStage.class, stages, "rules", "stage");
    add("popularity_result", BackupTables.PopularityRow.class, sweep, "rules", "sigma");
    BackupTally tally = comparisons.get(0).tally();
    add(
        "backup_time",
        BackupTables.TimeRow.class,
        List.of(time("vc", backup.vcTime(), tally), time("srb", backup.srbTime(), tally)),
        "scheme");
  }

  private <T extends Record> void add(String table, Class<T> type, List<T> records, String... order)
      throws IOException {
    RowBinder<T> binder = Tables.rows(table, type);
    List<Row> rows = records.stream().map(binder::row).toList();
    publication.add(table, spark.createDataFrame(rows, binder.schema()), 1, order);
  }

  private BackupTables.PopularityRow popularity(
      BackupComparison comparison, double sigma, PopularShare share) {
    Volume left = comparison.tally().afterSimilarity();
    Volume unique = comparison.unique();
    boolean law = share.once().chunks() > 0 && share.once().chunks() < unique.chunks();
    @Nullable Double alpha = law ? share.zipf(left, unique.chunks()).alpha() : null;
    long chunkIndex = backup.memory().chunkIndexBytes(share.once().chunks(), comparison.machines());
    return new BackupTables.PopularityRow(
        comparison.rules().label(),
        sigma,
        comparison.machines(),
        share.once(),
        share.copies(),
        left,
        unique,
        new BackupTables.PopularityGain(
            comparison.tally().raw().bytes(),
            share.stored(left).bytes(),
            alpha,
            comparison.localIndexBytes() + chunkIndex));
  }

  private BackupTables.TimeRow time(String scheme, SegmentTime time, BackupTally tally) {
    double dirty = (double) tally.afterVersion().bytes() / backup.machines();
    double segments = (double) tally.dirtySegments() / backup.machines();
    BackupTime all =
        BackupTime.unthrottled(time, segments, backup.tasks())
            .throttled(dirty, (double) backup.readBytesPerSecond());
    return new BackupTables.TimeRow(
        scheme,
        backup.machines(),
        backup.tasks(),
        new BackupTables.TimeOfSegment(time, time.totalMillis()),
        new BackupTables.TimeOfMachine(
            segments, dirty, backup.readBytesPerSecond(), all.workSeconds(), all.seconds()));
  }
}
