package dev.varve.jobs.retention;

import dev.varve.backup.BackupOutput;
import dev.varve.backup.BackupRules;
import dev.varve.backup.FleetBackup;
import dev.varve.backup.LeftoverCounts;
import dev.varve.backup.PopularStore;
import dev.varve.backup.SegmentReferences;
import dev.varve.backup.SnapshotBackup;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.FoldRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** The backups of all plans in one pass over the references: a fleet of its own for each. */
final class PlanFolds {
  private static final RowBinder<Leftover> LEFTOVERS = RowBinder.of("leftover", Leftover.class);
  private static final RowBinder<Stored> STORED = RowBinder.of("stored", Stored.class);

  /** Columns of {@link #leftovers}. */
  static final StructType LEFTOVER_COLUMNS = LEFTOVERS.schema();

  /** Columns of {@link #stored} and of {@link BinFold}. */
  static final StructType STORED_COLUMNS = STORED.schema();

  private PlanFolds() {}

  /** How many references to a chunk some snapshots left; rules is the plan. */
  private record Leftover(int rules, long key, int bytes, long copies) {}

  /** Bytes of one kind under a plan, of some snapshots. */
  private record Stored(int plan, String kind, long bytes) {}

  static Row stored(int plan, String kind, long bytes) {
    return STORED.row(new Stored(plan, kind, bytes));
  }

  /** Pass 1: what levels 1 and 2 leave. */
  static Iterator<Row> leftovers(
      Iterator<SegmentReferences> segments, KeptSegments kept, BackupRules rules, int most) {
    return new FoldRows<>(segments, new Pass1(kept, rules, most));
  }

  /** Pass 2: raw references, and what the VMs' own stores hold. */
  static Iterator<Row> stored(
      Iterator<SegmentReferences> segments,
      KeptSegments kept,
      BackupRules rules,
      List<PopularStore> popular) {
    return new FoldRows<>(segments, new Pass2(kept, rules, popular));
  }

  private static void add(SegmentReferences segment, KeptSegments kept, List<FleetBackup> fleets) {
    for (int plan = 0; plan < fleets.size(); plan++) {
      SegmentReferences of = kept.in(plan, segment);
      if (of != null) {
        fleets.get(plan).add(of);
      }
    }
  }

  private static final class Pass1 implements FoldRows.Fold<SegmentReferences> {
    private final KeptSegments kept;
    private final List<FleetBackup> fleets = new ArrayList<>();
    private final List<LeftoverCounts> counts = new ArrayList<>();
    private Consumer<Row> output = row -> {};

    Pass1(KeptSegments kept, BackupRules rules, int most) {
      this.kept = kept;
      for (int index = 0; index < kept.plans(); index++) {
        int plan = index;
        LeftoverCounts count =
            new LeftoverCounts(
                most,
                (key, bytes, copies) ->
                    output.accept(LEFTOVERS.row(new Leftover(plan, key, bytes, copies))));
        counts.add(count);
        fleets.add(new FleetBackup(rules, PopularStore.empty(), count));
      }
    }

    @Override
    public void add(SegmentReferences segment, Consumer<Row> to) {
      output = to;
      PlanFolds.add(segment, kept, fleets);
    }

    @Override
    public void finish(Consumer<Row> to) {
      output = to;
      fleets.forEach(FleetBackup::finish);
      counts.forEach(LeftoverCounts::flush);
    }
  }

  private static final class Pass2 implements FoldRows.Fold<SegmentReferences> {
    private final KeptSegments kept;
    private final List<FleetBackup> fleets = new ArrayList<>();
    private final Map<Integer, long[]> sums = new HashMap<>();

    Pass2(KeptSegments kept, BackupRules rules, List<PopularStore> popular) {
      this.kept = kept;
      for (int plan = 0; plan < kept.plans(); plan++) {
        long[] sum = new long[2];
        sums.put(plan, sum);
        fleets.add(new FleetBackup(rules, popular.get(plan), new Sums(sum)));
      }
    }

    @Override
    public void add(SegmentReferences segment, Consumer<Row> output) {
      PlanFolds.add(segment, kept, fleets);
    }

    @Override
    public void finish(Consumer<Row> output) {
      fleets.forEach(FleetBackup::finish);
      sums.forEach(
          (plan, sum) -> {
            output.accept(stored(plan, "raw", sum[0]));
            output.accept(stored(plan, "vc", sum[1]));
          });
    }
  }

  /** Raw and written bytes. */
  @SuppressWarnings("ArrayRecordComponent") // sums that are added to
  private record Sums(long[] sum) implements BackupOutput {
    @Override
    public void snapshot(SnapshotBackup snapshot) {
      sum[0] += snapshot.tally().raw().bytes();
      sum[1] += snapshot.tally().written().bytes();
    }
  }
}
