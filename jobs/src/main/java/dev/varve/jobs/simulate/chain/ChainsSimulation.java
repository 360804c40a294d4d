package dev.varve.jobs.simulate.chain;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.store.Store;
import dev.varve.simulation.access.Accesses;
import dev.varve.simulation.access.Pattern;
import dev.varve.simulation.access.TraceText;
import dev.varve.simulation.chain.ReplaySetting;
import dev.varve.simulation.chain.ReplaySetting.Method;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code simulate chains}: reads replayed over chains. A chain with a workload is one task; for a
 * long chain several tasks, each for some of its files. Memory of a task: the chain's block map, 19
 * bytes per run of blocks, and about 12 bytes per look-up.
 */
@Simulation.About(
    name = "chains",
    help = {
      "What reads cost on long chains of snapshots: files looked into, caches of their tables,",
      "memory, time; and what tables that name the owner, or merging old files, would save.",
      "Reads, synthetic or of a trace, are replayed over the maps of ingested chains and of chains",
      "that are grown. Every combination of the lists is a row of table chain_result."
    },
    examples = {
      "--warehouse /data/v",
      "--warehouse /data/v --kinds grown --snapshots 500 --cache-bytes 1MiB,4MiB",
      "--warehouse /data/v --kinds real --trace boot.iolog"
    },
    sharedKeys = "simulation.seed",
    reports = {"chain-lookups", "chain-memory", "chain-latency", "flatten-gain"})
public final class ChainsSimulation implements Simulation {
  private static final String VERB = "simulate chains";

  /** Files of a chain above which its files are divided among all cores. */
  private static final int MAX_FILES_OF_ONE_TASK = 64;

  @Override
  public Job read(Request request) {
    return new Replays(ChainSettings.read(request.settings()));
  }

  /** Tables {@code chain_result} and {@code chain_event} of these settings. */
  private record Replays(ChainSettings settings) implements Simulation.Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return isReal()
          ? runs.executeOnExisting(VERB, source(Staleness.COUNTED), location, this::run)
          : runs.execute(VERB, source("synthetic"), location, this::run);
    }

    /** Whether the chains are those of the warehouse, or grow from them. */
    private boolean isReal() {
      return settings.kinds().stream().anyMatch(kind -> kind.startsWith(ChainSettings.REAL));
    }

    private static Map<String, String> source(String name) {
      return Map.of(Staleness.SOURCE, name);
    }

    @Override
    public String summary(RunSummary run) {
      return "%s by %s".formatted(run.count("chains", "chain"), run.count("settings", "setting"));
    }

    private void run(Run run) throws IOException {
      run.registerViews();
      Engine engine = run.engine();
      String trace = trace(run.store());
      List<NamedChain> chains = new ChainSource(engine, settings).chains();
      if (chains.stream().noneMatch(chain -> chain.kind().startsWith(ChainSettings.REAL))
          && isReal()) {
        if (chains.isEmpty()) {
          throw NoInputException.noChains(run.warehouse().location());
        }
        run.note(
            "no chain_map in this warehouse: its disks have no backing files, or were ingested"
                + " without ingest.chain-map = keep; only synthetic chains are simulated");
      }
      List<ReplayTask> tasks = tasks(chains, trace, engine.parallelism());
      if (settings.replays().stream().anyMatch(Replays::isShared)) {
        chains.stream()
            .filter(chain -> !chain.chain().isUniform())
            .forEach(
                chain ->
                    run.note(
                        "no shared cache of %s %s: its files have clusters of several sizes"
                            .formatted(chain.vm(), chain.snapshot())));
      }
      run.count("chains", chains.size());
      run.note("replaying %,d workloads of chains".formatted(tasks.size()));
      List<ReplayTask.Events> replayed =
          engine.tasks(
              tasks,
              (task, context) -> task.run(chains.get(task.chainNumber()).chain(), context.store()));
      ChainTables tables = new ChainTables(settings);
      tables.add(chains, tasks, replayed);
      run.count("settings", tables.size());
      tables.publish(run);
    }

    /**
     * The URI of the trace, or empty. The trace is read to its end first, so that a fault in it
     * ends the run before any task.
     */
    private String trace(Store store) throws IOException {
      if (settings.trace().isEmpty()) {
        return "";
      }
      String location = store.qualified(settings.trace());
      try (Accesses reads = TraceText.open(store, location)) {
        while (reads.next()) {}
      }
      return location;
    }

    private List<ReplayTask> tasks(List<NamedChain> chains, String trace, int cores) {
      List<ReplayTask> tasks = new ArrayList<>();
      for (int number = 0; number < chains.size(); number++) {
        int files = chains.get(number).chain().files().size();
        List<ReplaySetting> replays = replays(files);
        if (!chains.get(number).chain().isUniform()) {
          replays = replays.stream().filter(replay -> !isShared(replay)).toList();
        }
        if (replays.isEmpty()) {
          continue;
        }
        int parts = files > MAX_FILES_OF_ONE_TASK ? cores : 1;
        List<@Nullable Pattern> patterns = new ArrayList<>(settings.patterns());
        if (!trace.isEmpty()) {
          patterns.clear();
          patterns.add(null);
        }
        for (Pattern pattern : patterns) {
          for (int part = 0; part < parts; part++) {
            tasks.add(
                new ReplayTask(
                    number,
                    pattern,
                    trace,
                    settings.space(),
                    replays,
                    settings.seed(),
                    part,
                    parts));
          }
        }
      }
      return tasks;
    }

    /** The combinations of the settings, each without and with a merge of the oldest files. */
    private List<ReplaySetting> replays(int files) {
      List<ReplaySetting> all = new ArrayList<>();
      for (ReplaySetting setting : settings.replays()) {
        all.add(setting);
        if (setting.method() == Method.CHAINED) {
          settings.mergeRatio().stream()
              .map(ratio -> (int) Math.round(ratio * (files - 1)))
              .filter(merged -> merged > 0)
              .distinct()
              .forEach(merged -> all.add(withMerged(setting, merged)));
        }
      }
      return List.copyOf(all);
    }

    private static boolean isShared(ReplaySetting setting) {
      return setting.scope() == ReplaySetting.CacheScope.SHARED;
    }

    private static ReplaySetting withMerged(ReplaySetting setting, int merged) {
      return new ReplaySetting(
          setting.method(), setting.tables(), setting.scope(), setting.cacheBytes(), merged);
    }
  }
}
