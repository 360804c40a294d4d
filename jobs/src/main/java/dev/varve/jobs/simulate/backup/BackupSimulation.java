package dev.varve.jobs.simulate.backup;

import dev.varve.content.chunking.Chunkers;
import dev.varve.content.matching.PopularData;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.simulate.reference.PopularChunks;
import dev.varve.jobs.simulate.reference.References;
import dev.varve.jobs.simulate.reference.Scope;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.simulation.backup.BackupComparison;
import dev.varve.simulation.backup.BackupRules;
import dev.varve.simulation.backup.BackupTally;
import dev.varve.simulation.backup.PopularStore;
import dev.varve.simulation.backup.SrbRouting;
import dev.varve.simulation.backup.VersionDetection;
import dev.varve.simulation.backup.Volume;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * {@code simulate backup}: backup schemes over the published snapshots. Pass 1 counts the chunks
 * that levels 1 and 2 do not deduplicate, and selects the popular data from them. Pass 2 simulates
 * storing. SRB (stateless routing with binning) gets the same segments grouped by bin. Memory is
 * bounded by the largest parent snapshot, the largest bin, and the popular data.
 */
@Simulation.About(
    name = "backup",
    help = {
      "Backs up every VM by the VM-centric scheme, by SRB, and by perfect deduplication.",
      "Its snapshots are taken in order; the VM-centric scheme looks for versions, for similar",
      "segments of the parent, and for popular data. The defaults are the published set-up."
    },
    examples = {
      "--warehouse /data/w",
      "--warehouse /data/w --sigma 0.04 --machines 20",
      "--warehouse /data/w --rules checksum+similar"
    },
    reports = {
      "backup-efficiency",
      "backup-stages",
      "popularity-sweep",
      "block-sharing",
      "replication-cost"
    })
public final class BackupSimulation implements Simulation {
  private static final String FOLDER = "simulate";

  @Override
  public Simulation.Job read(Request request) {
    return new Job(request.settings().bind("backup", BackupSettings.class));
  }

  private record Job(BackupSettings backup) implements Simulation.Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return runs.executeOnExisting("simulate backup", Map.of(), location, this::run);
    }

    @Override
    public String summary(RunSummary run) {
      return "%s, %s, %s"
          .formatted(
              run.count("vms", "VM"),
              run.count("references", "chunk reference"),
              run.count("unique_chunks", "unique chunk"));
    }

    private void run(Run run) throws IOException {
      requireChunksFit(run.warehouse());
      run.registerViews();
      Scope scope = References.makeViews(run, new SrbRouting(backup.machines()));
      run.count("vms", scope.vms());
      run.count("references", scope.chunks());
      simulate(rules(scope), scope, run);
    }

    /**
     * Checks that the longest chunk fits into a block, because a block contains whole chunks only.
     * For traces, and for tables that were not written by an ingest, the longest chunk is not known
     * in advance.
     */
    private void requireChunksFit(WarehouseFiles warehouse) throws IOException {
      String chunker = WarehouseFiles.TRACE;
      try {
        chunker = warehouse.chunker().orElse(chunker);
      } catch (FileNotFoundException e) {
        // Skipped: the tables were not written by an ingest, so the longest chunk is unknown.
      }
      long blockBytes = backup.popular().backupRules().get(0).blockBytes();
      if (!chunker.equals(WarehouseFiles.TRACE)
          && Chunkers.named(chunker).maxBytes() > blockBytes) {
        throw new InvalidSettingsException(
            List.of(
                "backup.block-bytes is %d; a chunk of %s may have %d bytes, and a block must contain whole chunks"
                    .formatted(blockBytes, chunker, Chunkers.named(chunker).maxBytes())));
      }
    }

    /** The rules that the warehouse has data for. */
    private List<BackupRules> rules(Scope scope) {
      List<BackupRules> rules = new ArrayList<>(backup.popular().backupRules());
      rules.removeIf(
          rule -> scope.trackedSegments() == 0 && rule.detection() == VersionDetection.DIRTY_BITS);
      if (rules.isEmpty()) {
        throw new InvalidSettingsException(
            List.of(
                "backup.rules has rules with dirty-bits only, and no disk of the warehouse has dirty bits:"
                    + " add rules with checksum"));
      }
      return rules;
    }

    private void simulate(List<BackupRules> rules, Scope scope, Run run) throws IOException {
      Engine engine = run.engine();
      run.note("pass 1 of 2: versions and similar segments of %,d VMs".formatted(scope.vms()));
      PopularChunks chunks =
          PopularChunks.rank(
              engine, rules, (index, segment) -> segment, backup.popular().leftoverChunks());
      Volume unique = chunks.unique(0);
      run.count("unique_chunks", unique.chunks());
      run.note("selecting popular data of %,d unique chunks".formatted(unique.chunks()));
      List<PopularStore> popular = new ArrayList<>();
      for (int index = 0; index < rules.size(); index++) {
        PopularData first = chunks.mostPopular(index, backup.popular().sigma());
        popular.add(new PopularStore(first, rules.get(index).blockBytes()));
      }
      run.note("pass 2 of 2: stores, and the bins of SRB");
      Parallel.both(() -> store(rules, popular, engine), () -> fillBins(rules.get(0), engine));
      new BackupResults(backup, run)
          .add(
              comparisons(rules, popular, unique, scope, engine),
              chunks.shares(rules.size(), backup.sweep()));
      addBlocks(popular.get(0), run);
    }

    private static void store(List<BackupRules> rules, List<PopularStore> popular, Engine engine)
        throws IOException {
      engine.fold(
          References.ordered(),
          () -> new StoreFold(rules, popular),
          new Output("tally", BackupTables.TallyRow.class),
          new Output("own_block", BackupTables.BlockRow.class),
          new Output("own_edge", BackupTables.EdgeRow.class));
    }

    private static void fillBins(BackupRules rules, Engine engine) throws IOException {
      long blockBytes = rules.blockBytes();
      engine.fold(
          References.binned(),
          () -> new BinFold(blockBytes),
          new Output("bin_volume", BackupTables.BinVolume.class),
          new Output("bin_block", BackupTables.BlockRow.class),
          new Output("bin_edge", BackupTables.EdgeRow.class));
    }

    private List<BackupComparison> comparisons(
        List<BackupRules> rules,
        List<PopularStore> popular,
        Volume unique,
        Scope scope,
        Engine engine)
        throws IOException {
      Volume srbVolume = Volume.NONE;
      long largestBinChunks = 0;
      for (BackupTables.BinVolume bin :
          engine.all(Query.of("SELECT * FROM bin_volume"), BackupTables.BinVolume.class)) {
        srbVolume = srbVolume.plus(bin.written());
        largestBinChunks = Math.max(largestBinChunks, bin.written().chunks());
      }
      // The folds do not receive segments of zeros alone.
      BackupTally zeros = BackupTally.ofZeros(new Volume(0, scope.emptyBytes()));
      List<BackupTally> tallies = new ArrayList<>(Collections.nCopies(rules.size(), zeros));
      for (BackupTables.TallyRow part :
          engine.all(Query.of("SELECT * FROM tally"), BackupTables.TallyRow.class)) {
        tallies.set(part.rules(), tallies.get(part.rules()).plus(part.tally()));
      }
      List<BackupComparison> comparisons = new ArrayList<>();
      for (int index = 0; index < rules.size(); index++) {
        PopularData data = popular.get(index).data();
        comparisons.add(
            new BackupComparison(
                rules.get(index),
                backup.popular().sigma(),
                backup.machines(),
                tallies.get(index),
                new Volume(data.chunks(), data.bytes()),
                unique,
                srbVolume,
                largestBinChunks,
                backup.memory()));
      }
      return comparisons;
    }

    private static void addBlocks(PopularStore popular, Run run) throws IOException {
      List<BackupTables.BlockRow> blocks = new ArrayList<>();
      for (long bytes : popular.blockBytes()) {
        blocks.add(new BackupTables.BlockRow(BackupTables.BlockId.popular(blocks.size()), bytes));
      }
      Engine engine = run.engine();
      engine.records("popular_block", BackupTables.BlockRow.class, blocks);
      engine.materialize("placed_block", Query.of(FOLDER, "placed_block"));
      engine.materialize("owner", Query.of(FOLDER, "block_owner"));
      run.write("block_owner", Query.of("SELECT * FROM owner"), "scheme", "kind", "block", "vm");
      run.write("block_sharing", FOLDER, "scheme", "kind", "block");
    }
  }
}
