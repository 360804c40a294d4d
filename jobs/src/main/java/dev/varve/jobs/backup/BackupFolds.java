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
import dev.varve.jobs.table.WideRow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The folds of a backup simulation as streams of rows. All rules go along in one reading. */
final class BackupFolds {
  /** What pass 2 and SRB give away. */
  static final WideRow WIDE =
      new WideRow(
          List.of("tally", "srb", "edge", "block"),
          Map.of(
              "tally",
                  StructType.fromDDL(
                      "rules INT, segments BIGINT, dirty_segments BIGINT, largest_segments BIGINT,"
                          + " raw_chunks BIGINT, raw_bytes BIGINT, zero_chunks BIGINT,"
                          + " zero_bytes BIGINT, l1_chunks BIGINT, l1_bytes BIGINT,"
                          + " l2_chunks BIGINT, l2_bytes BIGINT, popular_chunks BIGINT,"
                          + " popular_bytes BIGINT, written_chunks BIGINT, written_bytes BIGINT"),
              "srb", StructType.fromDDL("bin INT, chunks BIGINT, bytes BIGINT"),
              "edge",
                  StructType.fromDDL(
                      "scheme STRING, kind STRING, bin INT, store STRING, block BIGINT, vm STRING"),
              "block",
                  StructType.fromDDL(
                      "scheme STRING, kind STRING, bin INT, store STRING, block BIGINT,"
                          + " bytes BIGINT")));

  private BackupFolds() {}

  /** Pass 2: all levels; blocks and edges of the first rules. */
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

  /** A row of {@code block}. */
  static Row block(String scheme, String kind, int bin, String store, long block, long bytes) {
    return WIDE.row("block", scheme, kind, bin, store, block, bytes);
  }

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
              output.accept(edge("private", snapshot.vm(), block, snapshot.vm()));
            }
            for (int block : snapshot.popularBlocks()) {
              output.accept(edge("popular", "", block, snapshot.vm()));
            }
          }
        }

        @Override
        public void store(String vm, long[] blockBytes) {
          for (int block = 0; index == 0 && block < blockBytes.length; block++) {
            output.accept(block("vc", "private", 0, vm, block, blockBytes[block]));
          }
        }
      };
    }

    private static Row edge(String kind, String store, long block, String vm) {
      return WIDE.row("edge", "vc", kind, 0, store, block, vm);
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
        to.accept(tally(index, sums.get(index)));
      }
    }

    private static Row tally(int rules, BackupTally sum) {
      return WIDE.row(
          "tally",
          rules,
          sum.segments(),
          sum.dirtySegments(),
          sum.largestSegments(),
          sum.raw().chunks(),
          sum.raw().bytes(),
          sum.zero().chunks(),
          sum.zero().bytes(),
          sum.afterVersion().chunks(),
          sum.afterVersion().bytes(),
          sum.afterSimilarity().chunks(),
          sum.afterSimilarity().bytes(),
          sum.popular().chunks(),
          sum.popular().bytes(),
          sum.written().chunks(),
          sum.written().bytes());
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
        to.accept(WIDE.row("srb", number, written.chunks(), written.bytes()));
        long[] held = current.blockBytes();
        for (int block = 0; block < held.length; block++) {
          to.accept(block("srb", "private", number, "", block, held[block]));
        }
        bin = null;
      }
    }

    private void snapshot(SrbSnapshot snapshot) {
      written = written.plus(snapshot.written());
      for (int block : snapshot.blocks()) {
        output.accept(WIDE.row("edge", "srb", "private", number, "", (long) block, snapshot.vm()));
      }
    }
  }
}
