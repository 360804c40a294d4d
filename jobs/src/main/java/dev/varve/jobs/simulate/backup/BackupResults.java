package dev.varve.jobs.simulate.backup;

import dev.varve.jobs.engine.run.Run;
import dev.varve.simulation.backup.BackupComparison;
import dev.varve.simulation.backup.BackupResult;
import dev.varve.simulation.backup.BackupStage;
import dev.varve.simulation.backup.BackupTally;
import dev.varve.simulation.backup.BackupTime;
import dev.varve.simulation.backup.PopularShare;
import dev.varve.simulation.backup.SegmentTime;
import dev.varve.simulation.backup.Volume;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the result tables of {@link BackupSimulation} from the sums of its folds. */
record BackupResults(BackupSettings backup, Run run) {
  /**
   * Stages the result tables. Schemes without rules, which are only bounds, get one row each.
   *
   * @param shares results of the popularity sweep: for each comparison one entry per share
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
      for (int share = 0; share < backup.sweep().size(); share++) {
        double sigma = backup.sweep().get(share);
        sweep.add(popularity(comparison, sigma, shares.get(index).get(share)));
      }
    }
    run.add("backup_result", BackupResult.class, results, "scheme", "rules");
    run.add("backup_stage", BackupStage.class, stages, "rules", "stage");
    run.add("popularity_result", BackupTables.PopularityRow.class, sweep, "rules", "sigma");
    BackupTally tally = comparisons.get(0).tally();
    run.add(
        "backup_time",
        BackupTables.TimeRow.class,
        List.of(time("vc", backup.time().vc(), tally), time("srb", backup.time().srb(), tally)),
        "scheme");
  }

  private BackupTables.PopularityRow popularity(
      BackupComparison comparison, double sigma, PopularShare share) {
    Volume leftovers = comparison.tally().afterSimilarity();
    Volume unique = comparison.unique();
    boolean hasZipfFit = share.once().chunks() > 0 && share.once().chunks() < unique.chunks();
    @Nullable Double alpha = hasZipfFit ? share.zipf(leftovers, unique.chunks()).alpha() : null;
    long chunkIndex = backup.memory().chunkIndexBytes(share.once().chunks(), comparison.machines());
    return new BackupTables.PopularityRow(
        comparison.rules().label(),
        sigma,
        comparison.machines(),
        share.once(),
        share.copies(),
        leftovers,
        unique,
        new BackupTables.PopularityGain(
            comparison.tally().raw().bytes(),
            share.stored(leftovers).bytes(),
            alpha,
            comparison.localIndexBytes() + chunkIndex));
  }

  private BackupTables.TimeRow time(String scheme, SegmentTime time, BackupTally tally) {
    double dirtyBytes = (double) tally.afterVersion().bytes() / backup.machines();
    double dirtySegments = (double) tally.dirtySegments() / backup.machines();
    BackupTime machine =
        BackupTime.unthrottled(time, dirtySegments, backup.tasks())
            .throttled(dirtyBytes, (double) backup.time().readBytesPerSecond());
    return new BackupTables.TimeRow(
        scheme,
        backup.machines(),
        backup.tasks(),
        new BackupTables.TimeOfSegment(time, time.totalMillis()),
        new BackupTables.TimeOfMachine(
            dirtySegments,
            dirtyBytes,
            backup.time().readBytesPerSecond(),
            machine.workSeconds(),
            machine.seconds()));
  }
}
