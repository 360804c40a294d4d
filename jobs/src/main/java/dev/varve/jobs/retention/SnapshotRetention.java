package dev.varve.jobs.retention;

import static org.apache.spark.sql.functions.col;

import dev.varve.backup.BackupRules;
import dev.varve.backup.PopularStore;
import dev.varve.backup.SrbRouting;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.reference.PackedChunks;
import dev.varve.jobs.reference.PopularityRanks;
import dev.varve.jobs.reference.ReferenceRows;
import dev.varve.jobs.reference.References;
import dev.varve.jobs.reference.Scope;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.matching.PopularData;
import dev.varve.matching.PopularSelection;
import dev.varve.retention.Period;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.collections4.IteratorUtils;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * What rules of backup tools keep of the snapshots, and what that takes: the references are sorted
 * once, and read in two passes for all policies, as {@code simulate backup} reads them for all its
 * rules.
 */
record SnapshotRetention(ChainSettings settings, Run run) {
  private static final int MOST_BINS = 4096;
  private static final RowBinder<BinFold.Binned> BINNED = RowBinder.of("bin", BinFold.Binned.class);

  /** A row of {@code retention_backup}. */
  private record BackupRow(
      String policy,
      @Nullable String tool,
      @Nullable String more,
      long snapshots,
      long keptSnapshots,
      String scheme,
      long rawBytes,
      long storedBytes) {}

  /** A sum over all snapshots. */
  private record Sum(int plan, String kind, long bytes) {}

  /** Unique chunks of a plan. */
  private record Unique(long chunks, long bytes) {}

  /** Stages the tables; false when there are no snapshots. */
  boolean addTables() throws IOException {
    if (run.spark().table("snapshot").isEmpty()) {
      add(List.of(), List.of());
      return false;
    }
    Scope scope = Scope.of(run);
    Dataset<Row> references =
        References.ordered(run.spark(), scope.vms()).persist(StorageLevel.DISK_ONLY());
    try {
      Instant now = settings.now();
      List<SnapshotPicks.Dated> snapshots =
          RowReader.all(run.select("simulate", "retention_snapshot"), SnapshotPicks.Dated.class);
      long unknown = snapshots.stream().filter(one -> !one.known()).count();
      if (unknown > 0 && settings.spacing().isZero()) {
        run.reporter()
            .note(
                String.format(
                    Locale.ROOT,
                    "of %,d of %,d snapshots no time is known: the time of their ingest stands for"
                        + " it; --snapshot-times 1d takes them to be a day apart",
                    unknown,
                    snapshots.size()));
      }
      SnapshotPicks picks =
          new SnapshotPicks(settings, now == null ? Instant.now() : now, snapshots);
      run.count("snapshots", snapshots.size());
      run.count("snapshot_policies", settings.policies().size());
      add(picks.rows(), results(picks, snapshots.size(), references));
    } finally {
      references.unpersist();
    }
    return true;
  }

  private void add(List<Row> picks, List<Row> results) throws IOException {
    Publication publication = run.publication();
    publication.add(
        "retention_snapshot",
        run.spark().createDataFrame(picks, Tables.schema("retention_snapshot")),
        1,
        "policy",
        "vm",
        "taken_at",
        "snapshot");
    publication.add(
        "retention_backup",
        run.spark().createDataFrame(results, Tables.schema("retention_backup")),
        1,
        "policy",
        "more",
        "scheme");
  }

  private List<Row> results(SnapshotPicks picks, int snapshots, Dataset<Row> references) {
    int plans = picks.kept().size();
    if (plans > KeptSegments.MOST_PLANS) {
      throw new InvalidSettingsException(
          List.of("retention.tools: the rules keep more than 64 different sets of snapshots"));
    }
    run.reporter().note("backing up what %,d sets of rules keep".formatted(plans));
    Map<String, Long> sums = new HashMap<>();
    sums(new KeptSegments(picks.chains(), plans), references)
        .forEach(sum -> sums.merge(sum.plan() + sum.kind(), sum.bytes(), Long::sum));
    RowBinder<BackupRow> binder = Tables.rows("retention_backup", BackupRow.class);
    List<Row> rows = new ArrayList<>();
    List<ChainSettings.Policy> policies = settings.policies();
    for (int index = 0; index < policies.size(); index++) {
      ChainSettings.Policy policy = policies.get(index);
      Period more = policy.more();
      int plan = picks.planOfPolicy().get(index);
      for (String scheme : List.of("perfect", "vc", "srb")) {
        rows.add(
            binder.row(
                new BackupRow(
                    policy.label(),
                    policy.tool(),
                    more == null ? null : more.label(),
                    snapshots,
                    picks.kept().get(plan),
                    scheme,
                    sums.getOrDefault(plan + "raw", 0L),
                    sums.getOrDefault(plan + scheme, 0L))));
      }
    }
    return rows;
  }

  private List<Sum> sums(KeptSegments segments, Dataset<Row> references) {
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
                .repartition(Math.min(MOST_BINS, settings.machines()), col("bin"))
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
