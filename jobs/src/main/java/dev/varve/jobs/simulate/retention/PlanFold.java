package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.simulate.reference.PackedSegment;
import dev.varve.simulation.backup.BackupOutput;
import dev.varve.simulation.backup.BackupRules;
import dev.varve.simulation.backup.FleetBackup;
import dev.varve.simulation.backup.PopularStore;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.backup.SnapshotBackup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Simulates the backups of all plans in one pass, with one fleet per plan. Segments must come
 * sorted by VM, snapshot and position. Counts the bytes that their snapshots refer to, and the
 * bytes in the VMs' own stores.
 */
final class PlanFold implements Fold<PackedSegment> {
  private final ThinnedChains chains;
  private final List<FleetBackup> fleets = new ArrayList<>();
  private final long[] raw;
  private final long[] written;

  /**
   * Fleets that have backed up nothing.
   *
   * @param popular data of each plan
   */
  PlanFold(ThinnedChains chains, BackupRules rules, List<PopularStore> popular) {
    this.chains = chains;
    raw = new long[chains.plans()];
    written = new long[chains.plans()];
    for (int plan = 0; plan < raw.length; plan++) {
      fleets.add(new FleetBackup(rules, popular.get(plan), sums(plan)));
    }
  }

  private BackupOutput sums(int plan) {
    return new BackupOutput() {
      @Override
      public void snapshot(SnapshotBackup snapshot) {
        raw[plan] += snapshot.tally().raw().bytes();
        written[plan] += snapshot.tally().written().bytes();
      }
    };
  }

  @Override
  public void add(PackedSegment row, Consumer<Record> output) {
    SegmentReferences segment = row.references();
    for (int plan = 0; plan < raw.length; plan++) {
      SegmentReferences thinned = chains.segment(plan, segment);
      if (thinned != null) {
        fleets.get(plan).add(thinned);
      }
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    fleets.forEach(FleetBackup::finish);
    for (int plan = 0; plan < raw.length; plan++) {
      output.accept(new PlanSums.Sum(plan, PlanSums.RAW, raw[plan]));
      output.accept(new PlanSums.Sum(plan, PlanSums.VC, written[plan]));
    }
  }
}
