package dev.varve.jobs.backup;

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
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** The result tables of a backup simulation, from the sums of its folds. */
final class BackupResults {
  private final BackupSettings backup;
  private final Publication publication;

  BackupResults(BackupSettings backup, Publication publication) {
    this.backup = backup;
    this.publication = publication;
  }

  /**
   * The sums of all sets of rules. Every task gave a row for each of them.
   *
   * @param empty the segments of zeros alone, which the folds do not receive
   */
  static List<BackupTally> tallies(Dataset<Row> found, int rules, Volume empty) {
    List<BackupTally> sums =
        new ArrayList<>(Collections.nCopies(rules, BackupTally.ofZeros(empty)));
    for (BackupTables.TallyRow part :
        RowReader.all(BackupTables.WIDE.table(found, "tally"), BackupTables.TallyRow.class)) {
      sums.set(part.rules(), sums.get(part.rules()).plus(part.tally()));
    }
    return sums;
  }

  /**
   * What the bins of SRB store.
   *
   * @param chunks of all bins
   * @param bytes of all bins
   * @param largest chunks of the largest bin
   */
  record Bins(long chunks, long bytes, long largest) {}

  static Bins bins(Dataset<Row> found) {
    return RowReader.first(
        BackupTables.WIDE
            .table(found, "srb")
            .selectExpr(
                "coalesce(sum(chunks), 0) AS chunks",
                "coalesce(sum(bytes), 0) AS bytes",
                "coalesce(max(chunks), 0) AS largest"),
        Bins.class);
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
    publication.add(table, records.stream().map(binder::row).toList(), order);
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
