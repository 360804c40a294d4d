package dev.varve.jobs.retention;

import static org.apache.spark.sql.functions.col;

import dev.varve.backup.BackupRules;
import dev.varve.backup.PopularStore;
import dev.varve.backup.SrbRouting;
import dev.varve.jobs.reference.PackedChunks;
import dev.varve.jobs.reference.PopularityRanks;
import dev.varve.jobs.reference.ReferenceRows;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.table.SessionFit;
import dev.varve.matching.PopularData;
import dev.varve.matching.PopularSelection;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.collections4.IteratorUtils;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What each plan's snapshots take under each scheme of backup: two passes over the sorted
 * references for all plans, first for what is popular, then for what is stored.
 */
record PlanSums(ChainSettings settings, Run run) {
  private static final RowBinder<BinFold.Binned> BINNED = RowBinder.of("bin", BinFold.Binned.class);

  /**
   * A sum over all snapshots of a plan.
   *
   * @param kind raw, perfect, vc or srb
   */
  record Sum(int plan, String kind, long bytes) {}

  /** Unique chunks of a plan. */
  private record Unique(long chunks, long bytes) {}

  /** Bytes before deduplication, and what each scheme stores, summed over all snapshots. */
  List<Sum> of(KeptSegments segments, Dataset<Row> references) {
    Broadcast<KeptSegments> kept = run.context().broadcast(segments);
    BackupRules rules = settings.popular().rules().get(0);
    int most = settings.popular().leftoverChunks();
    run.spark()
        .createDataFrame(
            references
                .toJavaRDD()
                .mapPartitions(
                    rows ->
                        PlanFolds.leftovers(
                            ReferenceRows.segments(rows), kept.value(), rules, most)),
            PlanFolds.LEFTOVER_COLUMNS)
        .createOrReplaceTempView("found_leftover");
    Dataset<Row> popularity =
        run.publication().materialize("popularity", run.select("simulate", "popularity"));
    List<Sum> sums = new ArrayList<>();
    List<PopularStore> stores = new ArrayList<>();
    for (int plan = 0; plan < segments.plans(); plan++) {
      Dataset<Row> chunks = popularity.where(col("rules").equalTo(plan));
      Unique unique =
          RowReader.first(
              chunks.selectExpr("count(*) AS chunks", "coalesce(sum(bytes), 0) AS bytes"),
              Unique.class);
      PopularData popular = popular(chunks, unique.chunks());
      stores.add(new PopularStore(popular, rules.blockBytes()));
      sums.add(new Sum(plan, "perfect", unique.bytes()));
      sums.add(new Sum(plan, "vc", popular.bytes()));
    }
    Broadcast<List<PopularStore>> popular = run.context().broadcast(List.copyOf(stores));
    Dataset<Row> stored =
        run.spark()
            .createDataFrame(
                references
                    .toJavaRDD()
                    .mapPartitions(
                        rows ->
                            PlanFolds.stored(
                                ReferenceRows.segments(rows),
                                kept.value(),
                                rules,
                                popular.value())),
                PlanFolds.STORED_COLUMNS)
            .union(bins(references, kept, segments.plans()));
    sums.addAll(
        RowReader.all(
            stored.groupBy("plan", "kind").sum("bytes").toDF("plan", "kind", "bytes"), Sum.class));
    return sums;
  }

  private PopularData popular(Dataset<Row> chunks, long unique) {
    int quota = PopularSelection.quota(settings.popular().sigma(), unique);
    if (quota == 0) {
      return PopularData.none();
    }
    try (PopularityRanks ranks = new PopularityRanks(chunks)) {
      return ranks.first(quota);
    }
  }

  private Dataset<Row> bins(Dataset<Row> references, Broadcast<KeptSegments> kept, int plans) {
    SrbRouting routing = new SrbRouting(settings.machines());
    RowReader<BinFold.Binned> reader = RowReader.of(BINNED.schema(), BinFold.Binned.class);
    Dataset<Row> routed =
        run.spark()
            .createDataFrame(
                references
                    .toJavaRDD()
                    .mapPartitions(
                        rows ->
                            IteratorUtils.transformedIterator(
                                ReferenceRows.segments(rows),
                                segment ->
                                    BINNED.row(
                                        new BinFold.Binned(
                                            routing.bin(segment.minHash()),
                                            kept.value().plansOf(segment),
                                            PackedChunks.of(segment).bytes())))),
                BINNED.schema());
    return run.spark()
        .createDataFrame(
            routed
                .repartition(SessionFit.tasks(run.spark(), settings.machines()), col("bin"))
                .sortWithinPartitions("bin")
                .toJavaRDD()
                .mapPartitions(
                    rows ->
                        new FoldRows<>(
                            IteratorUtils.transformedIterator(rows, reader::record),
                            new BinFold(plans))),
            PlanFolds.STORED_COLUMNS);
  }
}
