package dev.varve.jobs.simulate.backup;

import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.simulate.reference.PackedSegment;
import dev.varve.simulation.backup.BackupOutput;
import dev.varve.simulation.backup.BackupRules;
import dev.varve.simulation.backup.BackupTally;
import dev.varve.simulation.backup.FleetBackup;
import dev.varve.simulation.backup.PopularStore;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.backup.SnapshotBackup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Pass 2 over the segments of whole VMs: all levels under all rules. They must come sorted by VM,
 * snapshot and position. Blocks and edges are of the first rules only.
 */
final class StoreFold implements Fold<PackedSegment> {
  private final List<FleetBackup> fleets = new ArrayList<>();
  private final List<BackupTally> sums = new ArrayList<>();
  private Consumer<Record> output = record -> {};

  /** Takes the popular data of each set of rules. */
  StoreFold(List<BackupRules> rules, List<PopularStore> popular) {
    for (int index = 0; index < rules.size(); index++) {
      sums.add(BackupTally.NONE);
      fleets.add(new FleetBackup(rules.get(index), popular.get(index), receiver(index)));
    }
  }

  private BackupOutput receiver(int rules) {
    return new BackupOutput() {
      @Override
      public void snapshot(SnapshotBackup snapshot) {
        sums.set(rules, sums.get(rules).plus(snapshot.tally()));
        if (rules == 0) {
          String vm = snapshot.vm();
          for (int block : snapshot.privateBlocks()) {
            output.accept(new BackupTables.EdgeRow(BackupTables.BlockId.ofVm(vm, block), vm));
          }
          for (int block : snapshot.popularBlocks()) {
            output.accept(new BackupTables.EdgeRow(BackupTables.BlockId.popular(block), vm));
          }
        }
      }

      @Override
      public void store(String vm, long[] blockBytes) {
        for (int block = 0; rules == 0 && block < blockBytes.length; block++) {
          BackupTables.BlockId id = BackupTables.BlockId.ofVm(vm, block);
          output.accept(new BackupTables.BlockRow(id, blockBytes[block]));
        }
      }
    };
  }

  @Override
  public void add(PackedSegment row, Consumer<Record> output) {
    this.output = output;
    SegmentReferences segment = row.references();
    fleets.forEach(fleet -> fleet.add(segment));
  }

  @Override
  public void finish(Consumer<Record> output) {
    this.output = output;
    fleets.forEach(FleetBackup::finish);
    for (int index = 0; index < sums.size(); index++) {
      output.accept(new BackupTables.TallyRow(index, sums.get(index)));
    }
  }
}
