package dev.varve.jobs.simulate.chain;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.model.Seed;
import dev.varve.simulation.chain.Chain;
import dev.varve.simulation.chain.ChainFile;
import dev.varve.simulation.chain.ChainRun.State;
import dev.varve.simulation.chain.GrowingChain;
import dev.varve.simulation.chain.OwnerRuns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The chains of the settings, from views of tables snapshot, chain_map and chain_file. */
record ChainSource(Engine engine, ChainSettings settings) {
  private static final String FOLDER = "simulate";
  private static final String NEWEST_VIEW = "chain_snapshot";

  /** A row of {@code schemas/simulate/chain_snapshot.sql}. */
  private record NewestWarehouse(String vm, String snapshot) {}

  /**
   * A row of {@code schemas/simulate/chain_layer.sql}. Rows are sorted by VM, each chain from its
   * base up.
   *
   * @param clusterBytes null of all formats but qcow2, as are the others
   * @param entryBytes of an L2 entry: 8, or 16 with subclusters
   * @param l1Bytes of the table of L2 tables
   * @param tables which L2 tables there are: table i is bit {@code i % 8} of byte {@code i / 8}
   */
  @SuppressWarnings("ArrayRecordComponent") // a column, never compared
  private record FileRow(
      String vm,
      @Nullable Integer clusterBytes,
      @Nullable Integer entryBytes,
      @Nullable Long l1Bytes,
      byte @Nullable [] tables) {
    ChainFile file() {
      return clusterBytes == null || entryBytes == null || l1Bytes == null || tables == null
          ? new ChainFile(0, 0, 0, new BitSet())
          : new ChainFile(clusterBytes, entryBytes, l1Bytes, BitSet.valueOf(tables));
    }
  }

  /**
   * A row of {@code schemas/simulate/chain_run.sql}. Rows are sorted by VM, then from the first
   * byte of the disk to the last, without gaps.
   *
   * @param bytes length of the run
   * @param depth the file that has it: 0 the topmost, 1 its backing file, and so on; null when no
   *     file has it
   * @param state data, compressed, zero or unallocated
   */
  private record RunRow(String vm, long bytes, @Nullable Integer depth, String state) {}

  /**
   * All chains, real ones first. Empty if only real ones are requested and the warehouse has none.
   */
  List<NamedChain> chains() throws IOException {
    List<NamedChain> all = new ArrayList<>();
    List<NamedChain> real =
        isRequested(ChainSettings.REAL, ChainSettings.REAL_GROWN) ? real() : List.of();
    if (isRequested(ChainSettings.REAL)) {
      all.addAll(real);
    }
    ChainSettings.Growth growth = settings.growth();
    for (double change : growth.dailyChange()) {
      if (isRequested(ChainSettings.REAL_GROWN)) {
        for (NamedChain chain : real) {
          int cluster = chain.chain().active().clusterBytes();
          grow(
              ChainSettings.REAL_GROWN,
              chain,
              GrowingChain.from(chain.chain(), cluster),
              change,
              all);
        }
      }
      if (isRequested(ChainSettings.GROWN)) {
        grow(ChainSettings.GROWN, null, synthetic(growth), change, all);
      }
    }
    for (int snapshots : growth.snapshots()) {
      if (isRequested(ChainSettings.EVEN)) {
        all.add(
            named(
                ChainSettings.EVEN,
                GrowingChain.evenly(
                    growth.diskBytes(),
                    growth.clusterBytes(),
                    snapshots + 1,
                    settings.seed().at("even"))));
      }
      if (isRequested(ChainSettings.BASE)) {
        all.add(
            named(
                ChainSettings.BASE,
                GrowingChain.allInBase(growth.diskBytes(), growth.clusterBytes(), snapshots + 1)));
      }
    }
    return all;
  }

  private boolean isRequested(String... kinds) {
    return List.of(kinds).stream().anyMatch(settings.kinds()::contains);
  }

  private static NamedChain named(String kind, Chain chain) {
    return new NamedChain(kind, null, null, null, chain);
  }

  private GrowingChain synthetic(ChainSettings.Growth growth) {
    return GrowingChain.synthetic(
        growth.diskBytes(),
        growth.clusterBytes(),
        growth.usedRatio(),
        growth.usedRunClusters(),
        settings.seed().at("disk"));
  }

  private void grow(
      String kind,
      @Nullable NamedChain from,
      GrowingChain growing,
      double change,
      List<NamedChain> all) {
    Seed seed = settings.seed().at("days");
    for (int snapshots : new TreeSet<>(settings.growth().snapshots())) {
      while (growing.snapshots() < snapshots) {
        growing.grow(change, settings.growth().changeRunClusters(), seed);
      }
      all.add(
          new NamedChain(
              kind,
              from == null ? null : from.vm(),
              from == null ? null : from.snapshot(),
              change,
              growing.chain()));
    }
  }

  /** The newest mapped snapshot of each VM. */
  private List<NamedChain> real() throws IOException {
    engine.materialize(NEWEST_VIEW, Query.of(FOLDER, NEWEST_VIEW));
    Map<String, List<ChainFile>> files = new HashMap<>();
    engine.each(
        Query.of(FOLDER, "chain_layer"),
        FileRow.class,
        row -> files.computeIfAbsent(row.vm(), vm -> new ArrayList<>()).add(row.file()));
    Map<String, OwnerRuns.Builder> maps = new HashMap<>();
    engine.each(
        Query.of(FOLDER, "chain_run"),
        RunRow.class,
        row ->
            add(
                row,
                files.getOrDefault(row.vm(), List.of()).size() - 1,
                maps.computeIfAbsent(row.vm(), vm -> new OwnerRuns.Builder())));
    List<NamedChain> all = new ArrayList<>();
    for (NewestWarehouse newest :
        engine.all(Query.of("SELECT * FROM chain_snapshot ORDER BY vm"), NewestWarehouse.class)) {
      Chain chain =
          new Chain(
              Objects.requireNonNull(maps.get(newest.vm())).build(),
              files.getOrDefault(newest.vm(), List.of()));
      all.add(new NamedChain(ChainSettings.REAL, newest.vm(), newest.snapshot(), null, chain));
    }
    return all;
  }

  private static void add(RunRow row, int active, OwnerRuns.Builder runs) {
    State state = State.of(row.state());
    runs.add(
        row.bytes(),
        row.depth() == null ? OwnerRuns.NOBODY : active - row.depth(),
        state == State.DATA || state == State.COMPRESSED
            ? OwnerRuns.StoredAs.DATA
            : OwnerRuns.StoredAs.NOTHING);
  }
}
