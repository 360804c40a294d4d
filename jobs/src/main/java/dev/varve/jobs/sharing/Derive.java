package dev.varve.jobs.sharing;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.duck.DuckStart;
import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.query.QueryEngine;
import dev.varve.jobs.query.QuerySettings;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.twin.LayerTwins;
import dev.varve.jobs.twin.TwinSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The derived tables: sharing degrees of files and of chunks, layers that are alike, and what
 * chunks of files save, each replaced atomically.
 */
public final class Derive {
  private static final String VERB = "derive";

  /**
   * Groups that are derived at the same time, of few rows or by DuckDB, which shares its memory out
   * among them: while one waits, another works. Of many rows each takes Spark all that it has.
   */
  private static final int GROUPS_AT_ONCE = 4;

  /** Grouping, sorting and writing take their part too. */
  private static final int SHARE_OF_A_RANGE = 4;

  private final long partBytes;
  private final TwinSettings twins;
  private final QuerySettings query;

  private Derive(long partBytes, TwinSettings twins, QuerySettings query) {
    this.partBytes = partBytes;
    this.twins = twins;
    this.query = query;
  }

  /** Reads section derive. */
  public static Derive read(SettingReader settings) {
    return new Derive(
        settings.bytes("derive.part-bytes"),
        TwinSettings.read(settings),
        QuerySettings.read(settings));
  }

  /**
   * Computes all derived tables again; {@code counts} of the summary has the rows of each.
   *
   * @throws NoInputException when the warehouse does not exist
   */
  public RunSummary run(Runs runs, String location) throws IOException {
    QueryEngine.loadAhead();
    return runs.runOnExisting(VERB, Map.of(), location, new Work());
  }

  private final class Work implements Runs.Work {
    @Override
    public void run(Run run) throws IOException {
      derive(run);
    }

    /** Views in the session take longer to make than what DuckDB does of few rows. */
    @Override
    public void show(Run run) {}
  }

  /** A group of tables, which needs no other. */
  private interface Group {
    void add() throws IOException;
  }

  private void derive(Run run) throws IOException {
    Optional<DuckRun> duck = DuckStart.of(run, query);
    try {
      if (duck.isPresent()) {
        duck.get().showPublished(Tables.readBy(VERB));
      }
      if (duck.isEmpty() || (twins.compares() && !run.isFitForFewRows())) {
        run.showTables();
      }
      DerivedTables tables =
          duck.isPresent()
              ? new DuckDerived(duck.get(), query.memoryBytes() / SHARE_OF_A_RANGE)
              : new SparkDerived(run, partBytes);
      derive(run, tables, duck);
    } finally {
      if (duck.isPresent()) {
        duck.get().close();
      }
    }
  }

  private void derive(Run run, DerivedTables tables, Optional<DuckRun> duck) throws IOException {
    Warehouse warehouse = run.warehouse();
    List<Group> groups = new ArrayList<>();
    if (warehouse.holds("layer")) {
      groups.add(() -> LayerTwins.addConventions(run, twins));
      if (twins.compares()) {
        groups.add(() -> twins(run, duck).add());
      }
      groups.add(tables::addFiles);
      groups.add(() -> addPathsAndTypes(tables, warehouse));
    }
    if (warehouse.holds("snapshot")) {
      groups.add(tables::addChunks);
    }
    if (warehouse.holds("file_recipe")) {
      groups.add(tables::addContents);
    }
    AtOnce.all(
        run.isFitForFewRows() || duck.isPresent() ? GROUPS_AT_ONCE : 1,
        groups,
        group -> {
          group.add();
          return true;
        },
        () -> {
          duck.ifPresent(DuckRun::end);
          warehouse.endJobs();
        });
  }

  private static void addPathsAndTypes(DerivedTables tables, Warehouse warehouse)
      throws IOException {
    tables.addPaths();
    if (warehouse.holds("content_sample")) {
      tables.addCompression();
    }
  }

  /** Of many layers the folds are for many tasks. */
  private LayerTwins twins(Run run, Optional<DuckRun> duck) throws IOException {
    run.note("comparing layers");
    return duck.isPresent() && run.isFitForFewRows()
        ? LayerTwins.byDuckDb(twins, duck.get())
        : LayerTwins.bySpark(
            twins, run, SparkDerived.parts(run.warehouse(), "layer_recipe", partBytes));
  }
}
