package dev.varve.jobs.chain;

import dev.varve.access.Accesses;
import dev.varve.access.Pattern;
import dev.varve.access.TraceText;
import dev.varve.chain.Chain;
import dev.varve.chain.ReplaySetting;
import dev.varve.chain.ReplaySetting.Method;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.run.Staleness;
import dev.varve.jobs.store.HadoopStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Tables {@code chain_result} and {@code chain_event}: reads replayed over chains. A chain and a
 * workload are one task, or several where the chain is long, each of some of its files. A task
 * takes the chain's map, 19 bytes a run, and some 12 bytes a look-up.
 */
record SimulateChains(ChainSettings settings) implements Simulation.Job {
  private static final String VERB = "simulate chains";

  /** Chains of more files are shared out among all cores. */
  private static final int FILES_OF_A_TASK = 64;

  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    boolean needs =
        settings.kinds().contains(ChainSettings.REAL)
            || settings.kinds().contains(ChainSettings.REAL_GROWN);
    return needs
        ? runs.runOnExisting(VERB, source(Staleness.COUNTED), location, this::run)
        : runs.run(VERB, source("made-up"), location, this::run);
  }

  private static Map<String, String> source(String name) {
    return Map.of(Staleness.SOURCE, name);
  }

  @Override
  public String summary(RunSummary run) {
    return String.format(
        Locale.ROOT, "%,d chains by %,d settings", run.count("chains"), run.count("settings"));
  }

  private void run(Run run) throws IOException {
    Configuration hadoop = run.spark().sparkContext().hadoopConfiguration();
    String trace = trace(hadoop);
    List<NamedChain> chains = new ChainSource(run, settings).chains();
    if (chains.stream().noneMatch(one -> one.kind().startsWith(ChainSettings.REAL))
        && settings.kinds().stream().anyMatch(kind -> kind.startsWith(ChainSettings.REAL))) {
      if (chains.isEmpty()) {
        throw NoInputException.noChains(run.warehouse().location());
      }
      run.note(
          "no chain_map in this warehouse: its disks have no backing files, or were ingested"
              + " without ingest.chain-map = keep; only chains that are made up are simulated");
    }
    List<ReplayTask> tasks = tasks(chains, trace, run.context().defaultParallelism());
    if (settings.replays().stream().anyMatch(SimulateChains::isShared)) {
      chains.stream()
          .filter(one -> !one.chain().isUniform())
          .forEach(
              one ->
                  run.note(
                      "no shared cache of %s %s: its files have clusters of several sizes"
                          .formatted(one.vm(), one.snapshot())));
    }
    run.count("chains", chains.size());
    run.note(String.format(Locale.ROOT, "replaying %,d workloads of chains", tasks.size()));
    List<Broadcast<Chain>> sent = new ArrayList<>();
    chains.forEach(one -> sent.add(run.context().broadcast(one.chain())));
    SerializableConfiguration configuration = new SerializableConfiguration(hadoop);
    List<ReplayTask.Found> found =
        run.context()
            .parallelize(tasks, Math.max(1, tasks.size()))
            .map(task -> task.run(sent.get(task.chain()).value(), configuration.value()))
            .collect();
    ChainTables tables = new ChainTables(settings);
    tables.add(chains, tasks, found);
    run.count("settings", tables.results().size());
    tables.publish(run);
  }

  /** The trace's URI, read to its end, so that a fault ends the run before any task; or empty. */
  private String trace(Configuration hadoop) throws IOException {
    if (settings.trace().isEmpty()) {
      return "";
    }
    String location = Locations.of(settings.trace(), hadoop).toString();
    try (Accesses reads = TraceText.open(new HadoopStore(hadoop), location)) {
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
      int parts = files > FILES_OF_A_TASK ? cores : 1;
      List<@Nullable Pattern> patterns = new ArrayList<>(settings.patterns());
      if (!trace.isEmpty()) {
        patterns.clear();
        patterns.add(null);
      }
      for (Pattern pattern : patterns) {
        for (int part = 0; part < parts; part++) {
          tasks.add(
              new ReplayTask(
                  number, pattern, trace, settings.space(), replays, settings.seed(), part, parts));
        }
      }
    }
    return tasks;
  }

  /** The settings of the lists, and the same after the oldest files were merged. */
  private List<ReplaySetting> replays(int files) {
    List<ReplaySetting> all = new ArrayList<>();
    for (ReplaySetting setting : settings.replays()) {
      all.add(setting);
      if (setting.method() == Method.CHAINED) {
        settings.mergeRatios().stream()
            .map(ratio -> (int) Math.round(ratio * (files - 1)))
            .filter(merged -> merged > 0)
            .distinct()
            .forEach(merged -> all.add(with(setting, merged)));
      }
    }
    return List.copyOf(all);
  }

  private static boolean isShared(ReplaySetting setting) {
    return setting.scope() == ReplaySetting.Scope.SHARED;
  }

  private static ReplaySetting with(ReplaySetting setting, int merged) {
    return new ReplaySetting(
        setting.method(), setting.tables(), setting.scope(), setting.cacheBytes(), merged);
  }
}
