package dev.varve.simulation.backup;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The VM-centric backup of any number of VMs, one after another: {@link VmBackup} for each. The
 * results depend neither on the order of the VMs nor on how the VMs are distributed over folds.
 */
public final class FleetBackup {
  private final BackupRules rules;
  private final PopularStore popular;
  private final BackupOutput output;
  private @Nullable String vm;
  private @Nullable VmBackup backup;

  /** A fleet before its first backup. */
  public FleetBackup(BackupRules rules, PopularStore popular, BackupOutput output) {
    this.rules = rules;
    this.popular = popular;
    this.output = output;
  }

  /**
   * Backs up all of them: the segments of one VM together, as {@link VmBackup#add} wants them.
   *
   * @return the sum of all snapshots
   */
  public static BackupTally run(
      Iterator<SegmentReferences> segments,
      BackupRules rules,
      PopularStore popular,
      BackupOutput output) {
    SummingOutput summing = new SummingOutput(output);
    FleetBackup fleet = new FleetBackup(rules, popular, summing);
    segments.forEachRemaining(fleet::add);
    fleet.finish();
    return summing.sum();
  }

  /** Backs up the next segment; a segment of another VM ends the current VM. */
  public void add(SegmentReferences segment) {
    if (backup == null || !segment.vm().equals(vm)) {
      finish();
      vm = segment.vm();
      backup = new VmBackup(segment.vm(), rules, popular, output);
    }
    backup.add(segment);
  }

  /** Ends the last VM. */
  public void finish() {
    if (backup != null) {
      backup.finish();
      backup = null;
    }
  }

  /** Adds up the tallies as they come. */
  private static final class SummingOutput implements BackupOutput {
    private final BackupOutput output;
    private BackupTally sum = BackupTally.NONE;

    SummingOutput(BackupOutput output) {
      this.output = output;
    }

    BackupTally sum() {
      return sum;
    }

    @Override
    public void leftover(long key, int bytes) {
      output.leftover(key, bytes);
    }

    @Override
    public void snapshot(SnapshotBackup snapshot) {
      sum = sum.plus(snapshot.tally());
      output.snapshot(snapshot);
    }

    @Override
    public void store(String vm, long[] blockBytes) {
      output.store(vm, blockBytes);
    }
  }
}
