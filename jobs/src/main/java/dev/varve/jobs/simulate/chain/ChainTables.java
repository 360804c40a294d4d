package dev.varve.jobs.simulate.chain;

import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.warehouse.row.Column;
import dev.varve.jobs.warehouse.row.LeftOut;
import dev.varve.simulation.chain.Chain;
import dev.varve.simulation.chain.ChainTally;
import dev.varve.simulation.chain.ChainTally.FileEvents;
import dev.varve.simulation.chain.ChainTally.Totals;
import dev.varve.simulation.chain.ReadCosts;
import dev.varve.simulation.chain.ReadSpace;
import dev.varve.simulation.chain.ReplaySetting;
import dev.varve.simulation.chain.ReplaySetting.Method;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Collects and writes the rows of tables chain_result and chain_event. */
final class ChainTables {
  /** The 99.5 % quantile of the normal distribution, which gives a two-sided interval of 99 %. */
  private static final double NORMAL_QUANTILE_995 = 2.575829;

  private final ChainSettings settings;
  private final List<ResultRow> results = new ArrayList<>();
  private final List<EventRow> events = new ArrayList<>();

  ChainTables(ChainSettings settings) {
    this.settings = settings;
  }

  /**
   * A row of {@code chain_result}: a chain, read by one pattern, method and cache.
   *
   * @param setting number of the combination, from 0
   * @param snapshots of the chain before a merge
   * @param files of the chain after a merge
   * @param virtualBytes of the disk
   * @param clusterBytes of the newest file
   * @param access pattern of the reads, or {@code trace}
   * @param expectedProbes files looked into by a look-up, by the map alone; null unless reads are
   *     uniform and of single clusters
   * @param probesLow lower end of the interval that has the mean of the look-ups with 99 %; null
   *     likewise
   * @param probesHigh upper end; null likewise
   * @param mergeBytes data that the merge copies into the base
   */
  record ResultRow(
      int setting,
      @LeftOut("chain") NamedChain of,
      int snapshots,
      int files,
      long virtualBytes,
      int clusterBytes,
      String access,
      @LeftOut({"method", "tables", "scope"}) ReplaySetting replay,
      Totals totals,
      @Nullable Double expectedProbes,
      @Nullable Double probesLow,
      @Nullable Double probesHigh,
      Memory memory,
      Nanos nanos,
      long mergeBytes,
      long seed) {
    @Column
    String method() {
      return label(replay.method());
    }

    @Column
    String tables() {
      return label(replay.tables());
    }

    @Column
    String caches() {
      return label(replay.scope());
    }
  }

  /**
   * Bytes of metadata.
   *
   * @param l2Bytes entries of the whole disk in one file
   * @param fullCacheBytes of full caches: of every file, or the shared one
   * @param stateBytes that open files take in addition to their caches
   * @param snapshotCopyBytes entries that taking a snapshot copies into the new file, at worst; 0
   *     when chained
   */
  record Memory(long l2Bytes, long fullCacheBytes, long stateBytes, long snapshotCopyBytes) {}

  /**
   * Times by the cost model: of all look-ups and their reads, and until all files are open with
   * their headers and L1 tables.
   *
   * @param hddNanos look-ups and reads on a hard disk
   * @param ssdNanos look-ups and reads on flash memory
   * @param hddStartNanos opening of all files on a hard disk
   * @param ssdStartNanos opening of all files on flash memory
   */
  record Nanos(double hddNanos, double ssdNanos, double hddStartNanos, double ssdStartNanos) {}

  /**
   * A row of {@code chain_event}: what happened at a file of a chain.
   *
   * @param setting number of the row of {@code chain_result}
   */
  record EventRow(int setting, FileEvents events) {}

  /** Number of rows of {@code chain_result}. */
  int size() {
    return results.size();
  }

  /**
   * Adds up the results of tasks, in the order of the tasks. Tasks of one chain and workload are
   * parts of one replay: their events are joined. Their counts of look-ups are equal, so those of
   * the first are used.
   *
   * @param replayed the result of each task
   */
  void add(List<NamedChain> chains, List<ReplayTask> tasks, List<ReplayTask.Events> replayed) {
    Map<List<Object>, List<Integer>> parts = new LinkedHashMap<>();
    for (int task = 0; task < tasks.size(); task++) {
      parts
          .computeIfAbsent(
              List.of(tasks.get(task).chainNumber(), tasks.get(task).access()),
              key -> new ArrayList<>())
          .add(task);
    }
    for (List<Integer> taskNumbers : parts.values()) {
      ReplayTask task = tasks.get(taskNumbers.get(0));
      List<ReplayTask.Events> ofWorkload = taskNumbers.stream().map(replayed::get).toList();
      for (int replay = 0; replay < task.replays().size(); replay++) {
        int index = replay;
        ReplaySetting setting = task.replays().get(replay);
        NamedChain chain = chains.get(task.chainNumber());
        add(
            chain,
            task,
            setting,
            ChainTally.of(
                chain.chain().merged(setting.mergedFiles()),
                setting,
                ofWorkload.get(0).counts().merged(setting.mergedFiles()),
                ofWorkload.stream().flatMap(part -> part.events().get(index).stream()).toList()));
      }
    }
  }

  private void add(NamedChain named, ReplayTask task, ReplaySetting setting, ChainTally tally) {
    Chain chain = named.chain().merged(setting.mergedFiles());
    int number = results.size();
    Chain.Probes expected = expected(chain, task, setting, tally.totals().lookups());
    double error =
        expected == null
            ? 0
            : NORMAL_QUANTILE_995
                * expected.deviation()
                / Math.sqrt(Math.max(1.0, (double) tally.totals().lookups()));
    results.add(
        new ResultRow(
            number,
            named,
            named.chain().files().size() - 1,
            chain.files().size(),
            chain.virtualBytes(),
            chain.active().clusterBytes(),
            task.access(),
            setting,
            tally.totals(),
            expected == null ? null : expected.mean(),
            expected == null ? null : expected.mean() - error,
            expected == null ? null : expected.mean() + error,
            memory(chain, setting),
            nanos(chain, tally.totals()),
            named.chain().mergeBytes(setting.mergedFiles()),
            settings.seed().value()));
    tally.files().forEach(file -> events.add(new EventRow(number, file)));
  }

  /**
   * Expected number of probes for uniform reads of single clusters; null for other patterns, whose
   * reads are not drawn independently.
   */
  private Chain.@Nullable Probes expected(
      Chain chain, ReplayTask task, ReplaySetting setting, long lookUps) {
    if (task.pattern() == null
        || !task.access().equals("uniform")
        || task.pattern().requests() != lookUps) {
      return null;
    }
    ReadSpace space = settings.space();
    return setting.method() == Method.DIRECT ? new Chain.Probes(1, 0) : chain.expectedProbes(space);
  }

  private Memory memory(Chain chain, ReplaySetting setting) {
    long disk = chain.virtualBytes();
    long active = chain.active().l2Bytes(disk);
    long cache = setting.cacheBytes();
    boolean direct = setting.method() == Method.DIRECT;
    LongStream tables = chain.files().stream().mapToLong(file -> file.l2Bytes(disk));
    long cachedBytes =
        direct
            ? Math.min(cache, active)
            : setting.scope() == ReplaySetting.CacheScope.SHARED
                ? Math.min(cache, tables.sum())
                : tables.map(bytes -> Math.min(cache, bytes)).sum();
    return new Memory(
        active, cachedBytes, chain.files().size() * settings.fileStateBytes(), direct ? active : 0);
  }

  private Nanos nanos(Chain chain, Totals totals) {
    ReadCosts hdd = settings.hddCosts();
    ReadCosts ssd = settings.ssdCosts();
    return new Nanos(
        nanos(hdd, chain, totals),
        nanos(ssd, chain, totals),
        hdd.startNanos(chain),
        ssd.startNanos(chain));
  }

  private static double nanos(ReadCosts costs, Chain chain, Totals totals) {
    // Files that lack the cluster, on the way to its owner.
    long passed = totals.probes() - totals.lookups();
    return costs.nanos(
        chain.files().size(),
        totals.lookups(),
        passed,
        totals.below(),
        totals.hits(),
        totals.misses(),
        totals.stored());
  }

  private static String label(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Stages the tables. */
  void publish(Run run) throws IOException {
    run.add("chain_result", ResultRow.class, results, "setting");
    run.add("chain_event", EventRow.class, events, "setting", "file");
  }
}
