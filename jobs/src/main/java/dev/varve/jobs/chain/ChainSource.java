package dev.varve.jobs.chain;

import static org.apache.spark.sql.functions.col;

import dev.varve.chain.Chain;
import dev.varve.chain.ChainFile;
import dev.varve.chain.ChainRun.State;
import dev.varve.chain.GrowingChain;
import dev.varve.chain.OwnerRuns;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** The chains that the settings ask for. */
record ChainSource(Run run, ChainSettings settings) {

  /** A row of {@code schemas/simulate/chain_snapshot.sql}. */
  private record Newest(String vm, String snapshot) {}

  /** What is read of {@code chain_file}. */
  @SuppressWarnings("ArrayRecordComponent") // a column, which nobody compares
  private record FileRow(
      int depth,
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

  /** All chains, real ones first; none, where only real ones are wanted and there are none. */
  List<NamedChain> chains() {
    List<NamedChain> all = new ArrayList<>();
    List<NamedChain> real =
        wants(ChainSettings.REAL, ChainSettings.REAL_GROWN) ? real() : List.of();
    if (wants(ChainSettings.REAL)) {
      all.addAll(real);
    }
    ChainSettings.Growth growth = settings.growth();
    for (double change : growth.dailyChange()) {
      if (wants(ChainSettings.REAL_GROWN)) {
        for (NamedChain one : real) {
          int cluster = one.chain().active().clusterBytes();
          grow(ChainSettings.REAL_GROWN, one, GrowingChain.from(one.chain(), cluster), change, all);
        }
      }
      if (wants(ChainSettings.GROWN)) {
        grow(ChainSettings.GROWN, null, madeUp(growth), change, all);
      }
    }
    for (int snapshots : growth.snapshots()) {
      if (wants(ChainSettings.EVEN)) {
        all.add(
            named(
                ChainSettings.EVEN,
                GrowingChain.evenly(
                    growth.diskBytes(),
                    growth.clusterBytes(),
                    snapshots + 1,
                    settings.seed().at("even"))));
      }
      if (wants(ChainSettings.BASE)) {
        all.add(
            named(
                ChainSettings.BASE,
                GrowingChain.allInBase(growth.diskBytes(), growth.clusterBytes(), snapshots + 1)));
      }
    }
    return all;
  }

  private boolean wants(String... kinds) {
    return List.of(kinds).stream().anyMatch(settings.kinds()::contains);
  }

  private static NamedChain named(String kind, Chain chain) {
    return new NamedChain(kind, null, null, null, chain);
  }

  private GrowingChain madeUp(ChainSettings.Growth growth) {
    return GrowingChain.madeUp(
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
    for (int wanted : new TreeSet<>(settings.growth().snapshots())) {
      while (growing.snapshots() < wanted) {
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
  private List<NamedChain> real() {
    List<NamedChain> all = new ArrayList<>();
    for (Newest one : RowReader.all(run.select("simulate", "chain_snapshot"), Newest.class)) {
      List<ChainFile> files =
          RowReader.all(
                  of("chain_file", one)
                      .select("depth", "cluster_bytes", "entry_bytes", "l1_bytes", "tables")
                      .orderBy(col("depth").desc()),
                  FileRow.class)
              .stream()
              .map(FileRow::file)
              .toList();
      OwnerRuns.Builder runs = new OwnerRuns.Builder();
      Dataset<Row> rows = of("chain_map", one).select("guest_offset", "bytes", "depth", "state");
      rows.orderBy("guest_offset")
          .toLocalIterator()
          .forEachRemaining(row -> add(row, files.size() - 1, runs));
      all.add(
          new NamedChain(
              ChainSettings.REAL, one.vm(), one.snapshot(), null, new Chain(runs.build(), files)));
    }
    return all;
  }

  private static void add(Row row, int active, OwnerRuns.Builder runs) {
    State state = State.of(row.getAs("state"));
    Integer depth = row.getAs("depth");
    runs.add(
        row.<Long>getAs("bytes"),
        depth == null ? OwnerRuns.NOBODY : active - depth,
        state == State.DATA || state == State.COMPRESSED
            ? OwnerRuns.StoredAs.DATA
            : OwnerRuns.StoredAs.NOTHING);
  }

  private Dataset<Row> of(String table, Newest one) {
    Dataset<Row> rows = run.spark().table(table);
    return rows.where(
        rows.col("vm").equalTo(one.vm()).and(rows.col("snapshot").equalTo(one.snapshot())));
  }
}
