package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Header;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.answer.views.NamedViews;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.AllowedSql;
import dev.varve.jobs.engine.local.LocalEngine;
import dev.varve.jobs.engine.local.LocalResult;
import dev.varve.jobs.engine.run.Engines;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs SQL statements of users, for verb sql and the SQL server, over a warehouse, in the state of
 * the warehouse when this object was opened. The local engine runs them, in DuckDB's SQL; they can
 * only read. Each report is a view, named like the report with underscores. Several threads may use
 * an object.
 */
public final class Statements implements AutoCloseable {
  private final LocalEngine engine;
  private final WarehouseFiles warehouse;
  private final AllowedSql allowed;
  private final Prices prices;
  private final WarehouseViews views;
  private final List<String> publications;

  /**
   * Opens a warehouse in its current state.
   *
   * @param engine an engine without views; {@link #close} closes it
   * @param allowed what statements may do beyond reading
   * @param prices prices by which reports compute costs
   */
  public Statements(LocalEngine engine, WarehouseFiles warehouse, AllowedSql allowed, Prices prices)
      throws IOException {
    this.engine = engine;
    this.publications = warehouse.publications();
    this.warehouse = warehouse.now();
    this.allowed = allowed;
    this.prices = prices;
    this.views = WarehouseViews.now(engine, this.warehouse);
  }

  /**
   * Opens the warehouse at a location.
   *
   * @param verb name of the program in the engine
   * @throws NoInputException when nothing has ever been ingested into it
   * @throws InvalidSettingsException when another engine is requested, or its tables are too large
   *     to be copied to this machine
   */
  public static Statements open(
      String verb, Settings settings, QuerySettings query, String location) throws IOException {
    try (Engines engines = new Engines(verb, settings, query.choice())) {
      WarehouseFiles files = Queries.files(location, engines.store());
      LocalEngine engine = engines.openLocal(location, files.now().bytes());
      return new Statements(engine, files, query.allowed(), query.prices());
    }
  }

  /** Limits the time of a statement, including its planning; called before the first statement. */
  public void limitSeconds(int seconds) throws IOException {
    engine.limitSeconds(seconds);
  }

  /** Whether a publication is decided but not finished, as {@link Queries#isUnfinished}. */
  public boolean isUnfinished() throws IOException {
    return warehouse.isUnfinished();
  }

  /** Whether nothing was published since this object was opened. */
  public boolean isCurrent() throws IOException {
    return warehouse.publications().equals(publications);
  }

  /**
   * Stale tables that a statement reads, directly or through reports; reports read them as if they
   * had no rows.
   */
  public synchronized Map<String, String> staleBelow(String sql) throws IOException {
    return views.staleIn(NamedViews.withReports(sql));
  }

  /**
   * Plans a statement; its rows are computed while the result is read.
   *
   * @throws InvalidSettingsException when it is not a query, could do more than read, or names an
   *     unknown table or column
   */
  public LocalResult begin(String sql) throws IOException {
    makeViews(sql, engine.requireReadOnly(sql, allowed));
    try {
      return engine.statement(sql, allowed, warehouse.files());
    } catch (InvalidSettingsException fault) {
      // Planned again with all views present, the engine's message suggests similar names.
      makeAllViews();
      engine.statement(sql, allowed, List.of()).close();
      throw fault;
    }
  }

  /**
   * Makes the views that a statement needs. Only this step excludes other threads, as planning a
   * statement may take long.
   */
  private synchronized void makeViews(String sql, boolean listsViews) throws IOException {
    // Names behind "--" count too: it may be part of a string and no comment.
    String words = sql.replace("--", " ");
    Map<String, String> reports = NamedViews.reportsIn(words);
    reports.replaceAll((report, text) -> prices.addTo(text));
    views.addReports(reports, reports.isEmpty() ? Set.of() : views.outdated());
    views.prepare(words);
    if (listsViews) {
      views.prepareAll();
    }
  }

  private synchronized void makeAllViews() throws IOException {
    views.prepareAll();
  }

  /**
   * The rows of a statement; maps, arrays and structs as JSON texts.
   *
   * @param maxRows rows to return; with {@link Queries#ALL} rows are streamed and not kept in
   *     memory
   * @throws InvalidSettingsException as {@link #begin}
   */
  public Answer answer(String sql, int maxRows) throws IOException {
    Deque<LocalResult> begun = new ArrayDeque<>(List.of(begin(sql)));
    Answer answer =
        new Answer(
            "",
            Header.NONE.prose(),
            Queries.columns(Header.NONE, begun.getFirst()),
            () -> begun.isEmpty() ? beginAgain(sql) : begun.remove());
    return maxRows == Queries.ALL ? answer : answer.first(maxRows);
  }

  private LocalResult beginAgain(String sql) {
    try {
      return begin(sql);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}
