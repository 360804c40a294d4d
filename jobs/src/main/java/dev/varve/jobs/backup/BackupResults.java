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
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
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
   * @param empty zero data that no fold has seen
   */
  BackupTally tally(Dataset<Row> found, int rules, Volume empty) {
    Row sum =
        BackupFolds.WIDE
            .table(found, "tally")
            .where(col("rules").equalTo(rules))
            .selectExpr(
                "coalesce(sum(segments), 0)",
                "coalesce(sum(dirty_segments), 0)",
                "coalesce(max(largest_segments), 0)",
                "coalesce(sum(raw_chunks), 0)",
                "coalesce(sum(raw_bytes), 0)",
                "coalesce(sum(zero_chunks), 0)",
                "coalesce(sum(zero_bytes), 0)",
                "coalesce(sum(l1_chunks), 0)",
                "coalesce(sum(l1_bytes), 0)",
                "coalesce(sum(l2_chunks), 0)",
                "coalesce(sum(l2_bytes), 0)",
                "coalesce(sum(popular_chunks), 0)",
                "coalesce(sum(popular_bytes), 0)",
                "coalesce(sum(written_chunks), 0)",
                "coalesce(sum(written_bytes), 0)")
            .head();
    return new BackupTally(
        sum.getLong(0),
        sum.getLong(1),
        sum.getLong(2),
        volume(sum, 3),
        volume(sum, 5).plus(empty),
        volume(sum, 7),
        volume(sum, 9),
        volume(sum, 11),
        volume(sum, 13));
  }

  /** What all bins of SRB store. */
  Volume srb(Dataset<Row> found) {
    Row sum =
        BackupFolds.WIDE
            .table(found, "srb")
            .selectExpr("coalesce(sum(chunks), 0)", "coalesce(sum(bytes), 0)")
            .head();
    return volume(sum, 0);
  }

  /** Chunks of the fullest bin. */
  long largestBin(Dataset<Row> found) {
    return BackupFolds.WIDE
        .table(found, "srb")
        .selectExpr("coalesce(max(chunks), 0)")
        .head()
        .getLong(0);
  }

  /**
   * Stages the result tables. The bounds, which know no rules, come once.
   *
   * @param shares of each comparison, one for each share of the sweep
   */
  void add(List<BackupComparison> comparisons, List<List<PopularShare>> shares) throws IOException {
    List<Row> results = new ArrayList<>();
    List<Row> stages = new ArrayList<>();
    List<Row> sweep = new ArrayList<>();
    for (int index = 0; index < comparisons.size(); index++) {
      BackupComparison comparison = comparisons.get(index);
      for (BackupResult result : comparison.results()) {
        if (index == 0 || result.rules() != null) {
          results.add(row(result));
        }
      }
      comparison.stages().forEach(stage -> stages.add(row(stage)));
      for (int place = 0; place < backup.sweep().size(); place++) {
        sweep.add(row(comparison, backup.sweep().get(place), shares.get(index).get(place)));
      }
    }
    add("backup_result", results, "scheme", "rules");
    add("backup_stage", stages, "rules", "stage");
    add("popularity_result", sweep, "rules", "sigma");
    BackupTally tally = comparisons.get(0).tally();
    add(
        "backup_time",
        List.of(time("vc", backup.vcTime(), tally), time("srb", backup.srbTime(), tally)),
        "scheme");
  }

  private void add(String table, List<Row> rows, String... order) throws IOException {
    publication.add(table, spark.createDataFrame(rows, Tables.schema(table)), 1, order);
  }

  private static Row row(BackupResult result) {
    return RowFactory.create(
        result.scheme(),
        result.rules(),
        result.sigma(),
        result.machines(),
        result.rawBytes(),
        result.storedBytes(),
        result.zeroBytes(),
        result.reduction(),
        result.efficiency(),
        result.indexBytesPerMachine());
  }

  private static Row row(BackupStage stage) {
    return RowFactory.create(
        stage.rules(),
        stage.sigma(),
        stage.stage(),
        stage.beforeChunks(),
        stage.beforeBytes(),
        stage.afterChunks(),
        stage.afterBytes(),
        stage.gainRatio(),
        stage.reduction(),
        stage.efficiency());
  }

  private Row row(BackupComparison comparison, double sigma, PopularShare share) {
    Volume left = comparison.tally().afterSimilarity();
    Volume unique = comparison.unique();
    boolean law = share.once().chunks() > 0 && share.once().chunks() < unique.chunks();
    @Nullable Double alpha = law ? share.zipf(left, unique.chunks()).alpha() : null;
    return RowFactory.create(
        comparison.rules().label(),
        sigma,
        comparison.machines(),
        share.once().chunks(),
        share.once().bytes(),
        share.copies().chunks(),
        share.copies().bytes(),
        left.chunks(),
        left.bytes(),
        comparison.tally().raw().bytes(),
        unique.chunks(),
        unique.bytes(),
        share.stored(left).bytes(),
        alpha,
        comparison.localIndexBytes()
            + backup.memory().chunkIndexBytes(share.once().chunks(), comparison.machines()));
  }

  private Row time(String scheme, SegmentTime time, BackupTally tally) {
    double dirty = (double) tally.afterVersion().bytes() / backup.machines();
    double segments = (double) tally.dirtySegments() / backup.machines();
    BackupTime all =
        BackupTime.unthrottled(time, segments, backup.tasks())
            .throttled(dirty, backup.readBytesPerSecond());
    return RowFactory.create(
        scheme,
        backup.machines(),
        backup.tasks(),
        time.readWriteMillis(),
        time.networkMillis(),
        time.indexMillis(),
        time.totalMillis(),
        segments,
        dirty,
        backup.readBytesPerSecond(),
        all.workSeconds(),
        all.seconds());
  }

  private static Volume volume(Row sums, int at) {
    return new Volume(sums.getLong(at), sums.getLong(at + 1));
  }
}
