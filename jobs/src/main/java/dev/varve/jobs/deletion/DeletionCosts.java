package dev.varve.jobs.deletion;

import static org.apache.spark.sql.functions.col;

import dev.varve.backup.SegmentReferences;
import dev.varve.deletion.FleetSweep;
import dev.varve.deletion.ReferenceList;
import dev.varve.jobs.reference.ReferenceRows;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.schema.Tables;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.HashPartitioner;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Table {@code deletion_cost}: the cost of exact deletion over the fleet, and of deletion by
 * summaries. Chunks are partitioned by their keys into independent parts, so that all marks of a
 * part fit into a task.
 */
final class DeletionCosts {
  private static final RowBinder<CostRow> ROWS = Tables.rows("deletion_cost", CostRow.class);

  private final SparkSession spark;
  private final int groups;
  private final int parts;

  /** Uses as many parts as needed for {@code references} in all at {@code partReferences} each. */
  DeletionCosts(SparkSession spark, int groups, long references, int partReferences) {
    this.spark = spark;
    this.groups = groups;
    this.parts = (int) (1 + references / partReferences);
  }

  /**
   * A row of {@code deletion_cost}.
   *
   * @param marking null for summaries, which mark nothing
   */
  private record CostRow(
      String method,
      int sweeps,
      long deletions,
      @Nullable Marking marking,
      long memoryBytes,
      long nanos) {}

  /** References read to mark, and bytes freed by the sweep. */
  private record Marking(long readReferences, long freedBytes) {}

  /** What deletion by summaries cost. */
  private record SummaryCost(long deletions, long memoryBytes, long nanos) {}

  /** The rows of all methods. */
  Dataset<Row> rows(
      Dataset<Row> references,
      Broadcast<Map<String, Integer>> snapshotsOfVms,
      Dataset<Row> results,
      DeletionSettings.Policy first) {
    int cut = parts;
    int groupCount = groups;
    List<FleetSweep.Costs> found =
        references
            .toJavaRDD()
            .mapPartitionsToPair(rows -> pieces(ReferenceRows.segments(rows), cut))
            .partitionBy(new HashPartitioner(cut))
            .values()
            .mapPartitions(
                pieces -> List.of(swept(pieces, snapshotsOfVms.value(), groupCount)).iterator())
            .collect();
    FleetSweep.Costs costs = found.stream().reduce(FleetSweep.Costs.NONE, FleetSweep.Costs::plus);
    long deletions =
        snapshotsOfVms.value().values().stream().filter(snapshots -> snapshots > 1).count();
    List<Row> rows = new ArrayList<>();
    rows.add(ROWS.row(row("mark-and-sweep", 1, deletions, costs.whole())));
    rows.add(ROWS.row(row("grouped-mark-and-sweep", groups, deletions, costs.grouped())));
    rows.add(ROWS.row(summary(results, first)));
    return spark.createDataFrame(rows, ROWS.schema());
  }

  private static CostRow row(String method, int sweeps, long deletions, FleetSweep.Cost cost) {
    Marking marking = new Marking(cost.references(), cost.freedBytes());
    return new CostRow(method, sweeps, deletions, marking, cost.memoryBytes(), cost.nanos());
  }

  private static CostRow summary(Dataset<Row> results, DeletionSettings.Policy first) {
    SummaryCost sums =
        RowReader.first(
            results
                .where(col("deletions").equalTo(1))
                .where(col("deletion_order").equalTo(first.order()))
                .where(col("repair_rule").equalTo(first.repair()))
                .where(col("false_positive_ratio").equalTo(first.falsePositiveRatio()))
                .where(col("most_leaked_ratio").equalTo(first.mostLeakedRatio()))
                .selectExpr(
                    "count(*) AS deletions",
                    "coalesce(max(filter_bytes), 0) AS memory_bytes",
                    "coalesce(sum(delete_nanos), 0) AS nanos"),
            SummaryCost.class);
    return new CostRow("summary", 0, sums.deletions(), null, sums.memoryBytes(), sums.nanos());
  }

  private static Iterator<Tuple2<Integer, FleetSweep.Piece>> pieces(
      Iterator<SegmentReferences> segments, int cut) {
    return new Iterator<>() {
      private final List<Tuple2<Integer, FleetSweep.Piece>> ready = new ArrayList<>();

      @Override
      public boolean hasNext() {
        while (ready.isEmpty() && segments.hasNext()) {
          cut(segments.next(), cut, ready);
        }
        return !ready.isEmpty();
      }

      @Override
      public Tuple2<Integer, FleetSweep.Piece> next() {
        return ready.remove(ready.size() - 1);
      }
    };
  }

  private static void cut(
      SegmentReferences segment, int cut, List<Tuple2<Integer, FleetSweep.Piece>> pieces) {
    ReferenceList list = new ReferenceList();
    for (int chunk = 0; chunk < segment.chunks(); chunk++) {
      if (!segment.zeros()[chunk]) {
        list.add(segment.keys()[chunk], segment.bytes(chunk));
      }
    }
    list.cut(cut)
        .forEach(
            (part, references) ->
                pieces.add(
                    new Tuple2<>(
                        part, new FleetSweep.Piece(segment.vm(), segment.snapshot(), references))));
  }

  private static FleetSweep.Costs swept(
      Iterator<FleetSweep.Piece> pieces, Map<String, Integer> snapshotsOfVms, int groups) {
    FleetSweep sweep = new FleetSweep(groups, snapshotsOfVms);
    pieces.forEachRemaining(sweep::add);
    return sweep.costs();
  }
}
