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
import dev.varve.jobs.conf.BackupSettings;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.reference.PopularChunks;
import dev.varve.jobs.reference.PopularityRanks;
import dev.varve.jobs.reference.References;
import dev.varve.jobs.reference.Scope;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.RunRecord;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Writing;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import dev.varve.matching.PopularData;
import dev.varve.matching.PopularSelection;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Backup schemes over the published snapshots. A VM's references are sorted once; pass 1 counts
 * what levels 1 and 2 leave, from which the popular data is selected; pass 2 stores. SRB has the
 * same references by bins. Memory is that of the largest parent snapshot, of the largest bin, and
 * of the popular data.
 */
public final class SimulateBackup {
  private static final long CHUNKS_PER_TASK = 1 << 20;

  private final SparkSession spark;
  private final Settings settings;
  private final BackupSettings backup;
  private final Reporter reporter;

  /** Reports phases and waiting to {@code reporter}. */
  public SimulateBackup(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.backup = settings.backup();
    this.reporter = reporter;
  }

  /**
   * Simulates and replaces the result tables.
   *
   * @throws NoInputException when there are no snapshots
   */
  public RunSummary run(String location) throws IOException {
    Warehouse warehouse = new Warehouse(spark, location);
    try (WarehouseWriter writer = Writing.to(warehouse, settings, reporter)) {
      RunRecord run = new RunRecord("simulate backup", settings, Map.of());
      warehouse.views();
      Scope scope = Scope.of(spark);
      if (scope.vms() == 0) {
        throw NoInputException.noSnapshots(location);
      }
      checkBlocks(warehouse);
      fit(scope.chunks());
      run.count("vms", scope.vms());
      run.count("references", scope.chunks());
      Publication publication = writer.publication(run.runId());
      simulate(scope, publication, run);
      publication.rows().forEach(run::count);
      run.addTo(publication, warehouse, spark, true);
      publication.commit();
      return RunSummary.of(run);
    }
  }

  /**
   * A block holds whole chunks. Of traces, and of tables that were not ingested, the longest chunk
   * is not known before it comes.
   */
  private void checkBlocks(Warehouse warehouse) throws IOException {
    String chunker = Warehouse.TRACE;
    try {
      chunker = warehouse.chunker().orElse(chunker);
    } catch (FileNotFoundException e) {
      // Tables that something else has written.
    }
    long blockBytes = backup.rules().get(0).blockBytes();
    if (!chunker.equals(Warehouse.TRACE) && Chunkers.named(chunker).maxBytes() > blockBytes) {
      throw new InvalidSettingsException(
          List.of(
              "backup.block-bytes is %d; a chunk of %s may have %d bytes, and a block holds whole ones"
                  .formatted(blockBytes, chunker, Chunkers.named(chunker).maxBytes())));
    }
  }

  /** For few rows starting tasks costs more than their work. */
  private void fit(long references) {
    long most = Long.parseLong(spark.conf().get("spark.sql.shuffle.partitions"));
    long enough = Math.min(most, 1 + references / CHUNKS_PER_TASK);
    spark.conf().set("spark.sql.shuffle.partitions", String.valueOf(enough));
    spark
        .conf()
        .set("spark.sql.adaptive.coalescePartitions.initialPartitionNum", String.valueOf(enough));
    if (enough == 1) {
      spark.conf().set("spark.sql.adaptive.enabled", "false");
      spark.conf().set("spark.sql.codegen.wholeStage", "false");
    }
  }

  private void simulate(Scope scope, Publication publication, RunRecord run) throws IOException {
    boolean told = scope.told() > 0;
    List<BackupRules> rules =
        backup.rules().stream()
            .filter(one -> told || one.detection() != VersionDetection.DIRTY_BITS)
            .toList();
    if (rules.isEmpty()) {
      throw new InvalidSettingsException(
          List.of(
              "backup.rules asks for dirty bits only, and no disk of the warehouse tells of them:"
                  + " add rules that go by checksum"));
    }
    BackupStreams streams = new BackupStreams(spark, publication);
    Dataset<Row> references =
        References.ordered(spark, scope.vms()).persist(StorageLevel.DISK_ONLY());
    try {
      reporter.note("pass 1 of 2: versions and similar segments of %,d VMs".formatted(scope.vms()));
      Dataset<Row> popularity =
          PopularChunks.of(spark, publication, references, rules, backup.leftoverChunks());
      Volume unique = unique(popularity.where("rules = 0"));
      run.count("unique_chunks", unique.chunks());
      reporter.note("selecting popular data of %,d unique chunks".formatted(unique.chunks()));
      int quota = PopularSelection.quota(backup.sigma(), unique.chunks());
      List<Integer> cuts =
          backup.sweep().stream()
              .map(share -> PopularSelection.quota(share, unique.chunks()))
              .toList();
      List<PopularStore> stores = new ArrayList<>();
      List<List<PopularShare>> shares = new ArrayList<>();
      for (int index = 0; index < rules.size(); index++) {
        try (PopularityRanks ranks =
            new PopularityRanks(popularity.where(col("rules").equalTo(index)))) {
          PopularData data = ranks.first(quota);
          stores.add(new PopularStore(data, rules.get(index).blockBytes()));
          shares.add(ranks.shares(cuts));
        }
      }
      reporter.note("pass 2 of 2: stores, and the bins of SRB");
      Dataset<Row> found = streams.stores(references, rules, stores, backup.machines());
      BackupResults results = new BackupResults(spark, backup, publication);
      Volume empty = new Volume(0, scope.emptyBytes());
      List<BackupComparison> comparisons = new ArrayList<>();
      for (int index = 0; index < rules.size(); index++) {
        BackupTally tally = results.tally(found, index, empty);
        PopularStore store = stores.get(index);
        Volume popular = new Volume(store.data().chunks(), store.data().bytes());
        comparisons.add(
            new BackupComparison(
                rules.get(index),
                backup.sigma(),
                backup.machines(),
                tally,
                popular,
                unique,
                results.srb(found),
                results.largestBin(found),
                backup.memory()));
      }
      results.add(comparisons, shares);
      blocks(found, stores.get(0), publication);
    } finally {
      references.unpersist();
    }
  }

  private void blocks(Dataset<Row> found, PopularStore popular, Publication publication)
      throws IOException {
    List<Row> ofPopular = new ArrayList<>();
    long[] held = popular.blockBytes();
    for (int block = 0; block < held.length; block++) {
      BackupTables.BlockPlace place = BackupTables.BlockPlace.popular(block);
      ofPopular.add(BackupTables.WIDE.row(new BackupTables.BlockRow(place, held[block])));
    }
    Dataset<Row> all = found.union(spark.createDataFrame(ofPopular, BackupTables.WIDE.schema()));
    BackupTables.WIDE.table(all, "block").createOrReplaceTempView("found_block");
    BackupTables.WIDE.table(all, "edge").createOrReplaceTempView("found_edge");
    Dataset<Row> owners = publication.aside("owners", select("block_owner"));
    owners.createOrReplaceTempView("found_owner");
    publication.add("block_owner", owners, 1, "scheme", "kind", "block", "vm");
    publication.add("block_sharing", select("block_sharing"), 1, "scheme", "kind", "block");
  }

  private Dataset<Row> select(String name) {
    return spark.sql(SqlFiles.text("simulate", name));
  }

  private static Volume unique(Dataset<Row> chunks) {
    return RowReader.first(
        chunks.selectExpr("count(*) AS chunks", "coalesce(sum(bytes), 0) AS bytes"), Volume.class);
  }
}
