package dev.varve.jobs.deletion;

import static org.apache.spark.sql.functions.col;

import dev.varve.backup.SegmentReferences;
import dev.varve.deletion.ChunkReferences;
import dev.varve.deletion.MarkAndSweep;
import dev.varve.jobs.reference.ReferenceRows;
import dev.varve.jobs.run.ResultRow;
import dev.varve.jobs.table.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.HashPartitioner;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * Exact deletion over the fleet, beside the summaries: table {@code deletion_cost}. Chunks are cut
 * by their keys into parts that know nothing of each other, so that all marks of a part fit into a
 * task.
 */
final class DeletionCosts {
  private static final String TABLE = "deletion_cost";

  private final SparkSession spark;
  private final int groups;
  private final int parts;

  /** Over so many references in all, of which a part holds so many. */
  DeletionCosts(SparkSession spark, int groups, long references, int partReferences) {
    this.spark = spark;
    this.groups = groups;
    this.parts = (int) (1 + references / partReferences);
  }

  /** Some chunks of one snapshot. */
  private record Piece(String vm, int number, ChunkReferences references) implements Serializable {}

  /** What parts add up to. */
  private record Cost(long references, long freedBytes, long memoryBytes, long nanos)
      implements Serializable {
    Cost plus(MarkAndSweep.Sweep sweep) {
      return new Cost(
          references + sweep.references(),
          freedBytes + sweep.freedBytes(),
          sweep.memoryBytes(),
          nanos + sweep.nanos());
    }

    Cost plus(Cost other) {
      return new Cost(
          references + other.references,
          freedBytes + other.freedBytes,
          memoryBytes + other.memoryBytes,
          nanos + other.nanos);
    }
  }

  private static final Cost NOTHING = new Cost(0, 0, 0, 0);

  /** The rows of all methods. */
  Dataset<Row> rows(
      Dataset<Row> references,
      Broadcast<Map<String, Integer>> snapshotsOfVms,
      Dataset<Row> results,
      DeletionSettings.Way first) {
    int cut = parts;
    int groupCount = groups;
    List<Tuple2<Cost, Cost>> found =
        references
            .toJavaRDD()
            .mapPartitionsToPair(rows -> pieces(ReferenceRows.segments(rows), cut))
            .partitionBy(new HashPartitioner(cut))
            .values()
            .mapPartitions(
                pieces -> List.of(swept(pieces, snapshotsOfVms.value(), groupCount)).iterator())
            .collect();
    Cost whole = NOTHING;
    Cost grouped = NOTHING;
    for (Tuple2<Cost, Cost> part : found) {
      whole = whole.plus(part._1());
      grouped = grouped.plus(part._2());
    }
    long deletions =
        snapshotsOfVms.value().values().stream().filter(snapshots -> snapshots > 1).count();
    List<Row> rows = new ArrayList<>();
    rows.add(row("mark-and-sweep", 1, deletions, whole));
    rows.add(row("grouped-mark-and-sweep", groups, deletions, grouped));
    rows.add(summary(results, first));
    return spark.createDataFrame(rows, Tables.schema(TABLE));
  }

  private static Row row(String method, int sweeps, long deletions, Cost cost) {
    return new ResultRow(TABLE)
        .set("method", method)
        .set("sweeps", sweeps)
        .set("deletions", deletions)
        .set("read_references", cost.references())
        .set("freed_bytes", cost.freedBytes())
        .set("memory_bytes", cost.memoryBytes())
        .set("nanos", cost.nanos())
        .row();
  }

  private static Row summary(Dataset<Row> results, DeletionSettings.Way first) {
    Row sums =
        results
            .where(col("deletions").equalTo(1))
            .where(col("deletion_order").equalTo(first.order()))
            .where(col("repair_rule").equalTo(first.repair()))
            .where(col("false_positive_ratio").equalTo(first.falsePositiveRatio()))
            .where(col("most_leaked_ratio").equalTo(first.mostLeakedRatio()))
            .selectExpr(
                "count(*)", "coalesce(max(filter_bytes), 0)", "coalesce(sum(delete_nanos), 0)")
            .head();
    return new ResultRow(TABLE)
        .set("method", "summary")
        .set("sweeps", 0)
        .set("deletions", sums.getLong(0))
        .set("memory_bytes", sums.getLong(1))
        .set("nanos", sums.getLong(2))
        .row();
  }

  private static Iterator<Tuple2<Integer, Piece>> pieces(
      Iterator<SegmentReferences> segments, int cut) {
    return new Iterator<>() {
      private final List<Tuple2<Integer, Piece>> ready = new ArrayList<>();

      @Override
      public boolean hasNext() {
        while (ready.isEmpty() && segments.hasNext()) {
          cut(segments.next(), cut, ready);
        }
        return !ready.isEmpty();
      }

      @Override
      public Tuple2<Integer, Piece> next() {
        return ready.remove(ready.size() - 1);
      }
    };
  }

  private static void cut(SegmentReferences segment, int cut, List<Tuple2<Integer, Piece>> pieces) {
    ReferenceList[] lists = new ReferenceList[cut];
    for (int chunk = 0; chunk < segment.chunks(); chunk++) {
      if (!segment.zeros()[chunk]) {
        long key = segment.keys()[chunk];
        int part = (int) Long.remainderUnsigned(key, cut);
        lists[part] = lists[part] == null ? new ReferenceList() : lists[part];
        lists[part].add(key, segment.bytes(chunk));
      }
    }
    for (int part = 0; part < cut; part++) {
      if (lists[part] != null) {
        Piece piece = new Piece(segment.vm(), segment.snapshot(), lists[part].references());
        pieces.add(new Tuple2<>(part, piece));
      }
    }
  }

  /** One mark and sweep of everything; and group after group. */
  private static Tuple2<Cost, Cost> swept(
      Iterator<Piece> pieces, Map<String, Integer> snapshotsOfVms, int groups) {
    ReferenceList all = new ReferenceList();
    List<Map<String, ReferenceList>> before = new ArrayList<>();
    List<Map<String, ReferenceList>> after = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      before.add(new TreeMap<>());
      after.add(new TreeMap<>());
    }
    while (pieces.hasNext()) {
      Piece piece = pieces.next();
      int group = Math.floorMod(piece.vm().hashCode(), groups);
      String snapshot = piece.vm() + "\0" + piece.number();
      boolean deleted = piece.number() == 0 && snapshotsOfVms.getOrDefault(piece.vm(), 0) > 1;
      ReferenceList list =
          (deleted ? before : after)
              .get(group)
              .computeIfAbsent(snapshot, name -> new ReferenceList());
      for (int chunk = 0; chunk < piece.references().chunks(); chunk++) {
        long key = piece.references().keys()[chunk];
        list.add(key, piece.references().bytes()[chunk]);
        all.add(key, piece.references().bytes()[chunk]);
      }
    }
    List<List<ChunkReferences>> live = after.stream().map(DeletionCosts::lists).toList();
    ChunkReferences stored = all.references();
    MarkAndSweep one = new MarkAndSweep(1);
    one.mark(0, live.stream().flatMap(List::stream).toList());
    Cost whole = NOTHING.plus(one.sweep(stored, everything(stored)));
    MarkAndSweep grouped = new MarkAndSweep(groups);
    for (int group = 0; group < groups; group++) {
      List<ChunkReferences> both = new ArrayList<>(live.get(group));
      both.addAll(lists(before.get(group)));
      grouped.mark(group, both);
    }
    BitSet held = everything(stored);
    grouped.sweep(stored, held); // the marks that were there before
    Cost byGroup = NOTHING;
    for (int group = 0; group < groups; group++) {
      grouped.mark(group, live.get(group));
      byGroup = byGroup.plus(grouped.sweep(stored, held));
    }
    return new Tuple2<>(whole, byGroup);
  }

  private static List<ChunkReferences> lists(Map<String, ReferenceList> snapshots) {
    return snapshots.values().stream().map(ReferenceList::references).toList();
  }

  private static BitSet everything(ChunkReferences stored) {
    BitSet held = new BitSet(stored.chunks());
    held.set(0, stored.chunks());
    return held;
  }
}
