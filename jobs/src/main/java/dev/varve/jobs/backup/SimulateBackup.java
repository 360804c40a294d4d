package dev.varve.jobs.backup;

import static org.apache.spark.sql.functions.col;

import dev.varve.backup.BackupComparison;
import dev.varve.backup.BackupRules;
import dev.varve.backup.BackupTally;
import dev.varve.backup.PopularShare;
import dev.varve.backup.PopularStore;
import dev.varve.backup.VersionDetection;
import dev.varve.backup.Volume;
import dev.varve.chunking.Chunkers;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.reference.PopularChunks;
import dev.varve.jobs.reference.PopularityRanks;
import dev.varve.jobs.reference.References;
import dev.varve.jobs.reference.Scope;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Warehouse;
import dev.varve.matching.PopularData;
import dev.varve.matching.PopularSelection;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Backup schemes over the published snapshots. References are sorted by VM once. Pass 1 counts what
 * levels 1 and 2 leave, from which the popular data is selected; pass 2 stores. SRB gets the same
 * references grouped by bin. Memory is bounded by the largest parent snapshot, the largest bin, and
 * the popular data.
 */
record SimulateBackup(BackupSettings backup) implements Simulation.Job {
  /** Sets of rules whose chunks are ranked at the same time. */
  private static final int RULES_AT_ONCE = 4;

  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.runOnExisting("simulate backup", Map.of(), location, this::run);
  }

  @Override
  public String summary(RunSummary run) {
    return String.format(
        Locale.ROOT,
        "%,d VMs, %,d chunk references, %,d unique chunks",
        run.count("vms"),
        run.count("references"),
        run.count("unique_chunks"));
  }

  private void run(Run run) throws IOException {
    Scope scope = Scope.of(run);
    checkBlocks(run.warehouse());
    scope.fitToChunks(run);
    limitPartitions(run.spark(), scope.chunks());
    run.count("vms", scope.vms());
    run.count("references", scope.chunks());
    simulate(scope, run);
  }

  /**
   * Checks that the longest chunk fits into a block, because a block holds whole chunks only. For
   * traces, and for tables that were not written by an ingest, the longest chunk is not known in
   * advance.
   */
  private void checkBlocks(Warehouse warehouse) throws IOException {
    String chunker = Warehouse.TRACE;
    try {
      chunker = warehouse.chunker().orElse(chunker);
    } catch (FileNotFoundException e) {
      // The tables were not written by an ingest.
    }
    long blockBytes = rules().get(0).blockBytes();
    if (!chunker.equals(Warehouse.TRACE) && Chunkers.named(chunker).maxBytes() > blockBytes) {
      throw new InvalidSettingsException(
          List.of(
              "backup.block-bytes is %d; a chunk of %s may have %d bytes, and a block must hold whole chunks"
                  .formatted(blockBytes, chunker, Chunkers.named(chunker).maxBytes())));
    }
  }

  private List<BackupRules> rules() {
    return backup.popular().rules();
  }

  /**
   * Uses fewer partitions for few references, because starting a task would cost more than its
   * work.
   */
  private void limitPartitions(SparkSession spark, long references) {
    long most = Long.parseLong(spark.conf().get("spark.sql.shuffle.partitions"));
    long enough = Math.min(most, 1 + references / backup.taskChunks());
    spark.conf().set("spark.sql.shuffle.partitions", String.valueOf(enough));
    spark
        .conf()
        .set("spark.sql.adaptive.coalescePartitions.initialPartitionNum", String.valueOf(enough));
  }

  private void simulate(Scope scope, Run run) throws IOException {
    List<BackupRules> rules =
        rules().stream()
            .filter(
                one ->
                    scope.trackedSegments() > 0 || one.detection() != VersionDetection.DIRTY_BITS)
            .toList();
    if (rules.isEmpty()) {
      throw new InvalidSettingsException(
          List.of(
              "backup.rules has rules with dirty-bits only, and no disk of the warehouse has dirty bits:"
                  + " add rules with checksum"));
    }
    Dataset<Row> references =
        References.ordered(run.spark(), scope.vms()).persist(StorageLevel.DISK_ONLY());
    try {
      simulate(references, rules, scope, run);
    } finally {
      references.unpersist();
    }
  }

  private void simulate(Dataset<Row> references, List<BackupRules> rules, Scope scope, Run run)
      throws IOException {
    run.note("pass 1 of 2: versions and similar segments of %,d VMs".formatted(scope.vms()));
    Publication publication = run.publication();
    Dataset<Row> popularity =
        PopularChunks.of(
            run.spark(), publication, references, rules, backup.popular().leftoverChunks());
    Volume unique = volume(popularity.where(col("rules").equalTo(0)));
    run.count("unique_chunks", unique.chunks());
    run.note("selecting popular data of %,d unique chunks".formatted(unique.chunks()));
    List<Selected> selected =
        AtOnce.all(
            RULES_AT_ONCE,
            IntStream.range(0, rules.size()).boxed().toList(),
            index ->
                select(popularity.where(col("rules").equalTo(index)), rules.get(index), unique),
            run.warehouse()::endJobs);
    List<PopularStore> stores = selected.stream().map(Selected::store).toList();
    run.note("pass 2 of 2: stores, and the bins of SRB");
    scope.fitToSegments(run);
    Dataset<Row> found =
        new BackupStreams(run.spark(), publication)
            .stores(references, rules, stores, backup.machines());
    new BackupResults(backup, publication)
        .add(
            comparisons(found, rules, stores, unique, scope),
            selected.stream().map(Selected::shares).toList());
    blocks(found, stores.get(0), run);
  }

  /** The popular data under some rules, and its share for each part of the sweep. */
  private record Selected(PopularStore store, List<PopularShare> shares) {}

  private Selected select(Dataset<Row> popularity, BackupRules rules, Volume unique) {
    try (PopularityRanks ranks = new PopularityRanks(popularity)) {
      PopularData data = ranks.first(quota(backup.popular().sigma(), unique));
      List<Integer> quotas = backup.sweep().stream().map(share -> quota(share, unique)).toList();
      return new Selected(new PopularStore(data, rules.blockBytes()), ranks.shares(quotas));
    }
  }

  private static int quota(double share, Volume unique) {
    return PopularSelection.quota(share, unique.chunks());
  }

  private List<BackupComparison> comparisons(
      Dataset<Row> found,
      List<BackupRules> rules,
      List<PopularStore> stores,
      Volume unique,
      Scope scope) {
    List<BackupComparison> comparisons = new ArrayList<>();
    BackupResults.Bins srb = BackupResults.bins(found);
    List<BackupTally> tallies =
        BackupResults.tallies(found, rules.size(), new Volume(0, scope.emptyBytes()));
    for (int index = 0; index < rules.size(); index++) {
      PopularData popular = stores.get(index).data();
      comparisons.add(
          new BackupComparison(
              rules.get(index),
              backup.popular().sigma(),
              backup.machines(),
              tallies.get(index),
              new Volume(popular.chunks(), popular.bytes()),
              unique,
              new Volume(srb.chunks(), srb.bytes()),
              srb.largest(),
              backup.memory()));
    }
    return comparisons;
  }

  private static void blocks(Dataset<Row> found, PopularStore popular, Run run) throws IOException {
    List<Row> popularBlocks = new ArrayList<>();
    long[] held = popular.blockBytes();
    for (int block = 0; block < held.length; block++) {
      BackupTables.BlockPlace place = BackupTables.BlockPlace.popular(block);
      popularBlocks.add(BackupTables.WIDE.row(new BackupTables.BlockRow(place, held[block])));
    }
    Dataset<Row> all =
        found.union(run.spark().createDataFrame(popularBlocks, BackupTables.WIDE.schema()));
    BackupTables.WIDE.table(all, "block").createOrReplaceTempView("found_block");
    BackupTables.WIDE.table(all, "edge").createOrReplaceTempView("found_edge");
    Publication publication = run.publication();
    Dataset<Row> owners = publication.materialize("owners", run.select("simulate", "block_owner"));
    owners.createOrReplaceTempView("found_owner");
    publication.add("block_owner", owners, 1, "scheme", "kind", "block", "vm");
    publication.add(
        "block_sharing", run.select("simulate", "block_sharing"), 1, "scheme", "kind", "block");
  }

  private static Volume volume(Dataset<Row> chunks) {
    return RowReader.first(
        chunks.selectExpr("count(*) AS chunks", "coalesce(sum(bytes), 0) AS bytes"), Volume.class);
  }
}
