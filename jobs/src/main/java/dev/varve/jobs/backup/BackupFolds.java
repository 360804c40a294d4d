package dev.varve.jobs.backup;

import dev.varve.backup.BackupOutput;
import dev.varve.backup.BackupRules;
import dev.varve.backup.BackupTally;
import dev.varve.backup.FleetBackup;
import dev.varve.backup.PopularStore;
import dev.varve.backup.SegmentReferences;
import dev.varve.backup.SnapshotBackup;
import dev.varve.backup.SrbBin;
import dev.varve.backup.SrbSnapshot;
import dev.varve.backup.Volume;
import dev.varve.jobs.run.FoldRows;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The folds of a backup simulation as streams of rows. One pass over the references serves all
 * rules.
 */
final class BackupFolds {
  private BackupFolds() {}

  /** Pass 2: all levels for all rules; blocks and edges for the first rules only. */
  static Iterator<Row> stores(
      Iterator<SegmentReferences> segments, List<BackupRules> rules, List<PopularStore> popular) {
    return new FoldRows<>(segments, new Pass2(rules, popular));
  }

  /** SRB: segments of whole bins, each with its bin, bin by bin. */
  static Iterator<Row> bins(Iterator<BinnedSegment> segments, long blockBytes) {
    return new FoldRows<>(segments, new Bins(blockBytes));
  }

  /** A segment and the bin that it is routed to. */
  record BinnedSegment(int bin, SegmentReferences segment) {}

  private static final class Pass2 implements FoldRows.Fold<SegmentReferences> {
    private final List<FleetBackup> fleets = new ArrayList<>();
    private final List<BackupTally> sums = new ArrayList<>();
    private Consumer<Row> output = row -> {};

    Pass2(List<BackupRules> rules, List<PopularStore> popular) {
      for (int index = 0; index < rules.size(); index++) {
        sums.add(BackupTally.NONE);
        fleets.add(new FleetBackup(rules.get(index), popular.get(index), output(index)));
      }
    }

    private BackupOutput output(int index) {
      return new BackupOutput() {
        @Override
        public void snapshot(SnapshotBackup snapshot) {
          sums.set(index, sums.get(index).plus(snapshot.tally()));
          if (index == 0) {
            for (int block : snapshot.privateBlocks()) {
              edge(BackupTables.BlockPlace.own(snapshot.vm(), block), snapshot.vm());
            }
            for (int block : snapshot.popularBlocks()) {
              edge(BackupTables.BlockPlace.popular(block), snapshot.vm());
            }
          }
        }

        @Override
        public void store(String vm, long[] blockBytes) {
          for (int block = 0; index == 0 && block < blockBytes.length; block++) {
            BackupTables.BlockPlace place = BackupTables.BlockPlace.own(vm, block);
            output.accept(
                BackupTables.WIDE.row(new BackupTables.BlockRow(place, blockBytes[block])));
          }
        }
      };
    }

    private void edge(BackupTables.BlockPlace place, String vm) {
      output.accept(BackupTables.WIDE.row(new BackupTables.EdgeRow(place, vm)));
    }

    @Override
    public void add(SegmentReferences segment, Consumer<Row> to) {
      output = to;
      fleets.forEach(fleet -> fleet.add(segment));
    }

    @Override
    public void finish(Consumer<Row> to) {
      output = to;
      fleets.forEach(FleetBackup::finish);
      for (int index = 0; index < sums.size(); index++) {
        to.accept(BackupTables.WIDE.row(new BackupTables.TallyRow(index, sums.get(index))));
      }
    }
  }

  private static final class Bins implements FoldRows.Fold<BinnedSegment> {
    private final long blockBytes;
    private int number = -1;
    private @Nullable SrbBin bin;
    private Volume written = Volume.NONE;
    private Consumer<Row> output = row -> {};

    Bins(long blockBytes) {
      this.blockBytes = blockBytes;
    }

    @Override
    public void add(BinnedSegment routed, Consumer<Row> to) {
      SrbBin current = bin;
      if (current == null || routed.bin() != number) {
        finish(to);
        number = routed.bin();
        current = new SrbBin(number, blockBytes, this::snapshot);
        bin = current;
        written = Volume.NONE;
      }
      output = to;
      current.add(routed.segment());
    }

    @Override
    public void finish(Consumer<Row> to) {
      output = to;
      SrbBin current = bin;
      if (current != null) {
        current.finish();
        to.accept(BackupTables.WIDE.row(new BackupTables.BinVolume(number, written)));
        long[] held = current.blockBytes();
        for (int block = 0; block < held.length; block++) {
          BackupTables.BlockPlace place = BackupTables.BlockPlace.ofBin(number, block);
          to.accept(BackupTables.WIDE.row(new BackupTables.BlockRow(place, held[block])));
        }
        bin = null;
      }
    }

    private void snapshot(SrbSnapshot snapshot) {
      written = written.plus(snapshot.written());
      for (int block : snapshot.blocks()) {
        BackupTables.BlockPlace place = BackupTables.BlockPlace.ofBin(number, block);
        output.accept(BackupTables.WIDE.row(new BackupTables.EdgeRow(place, snapshot.vm())));
      }
    }
  }
}
