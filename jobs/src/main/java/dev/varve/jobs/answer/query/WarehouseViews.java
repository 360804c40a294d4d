package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.views.NamedViews;
import dev.varve.jobs.answer.views.ReportViews;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Presence;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tables, views and published figures of a warehouse available in an engine. They show
 * the current state or an earlier one, from the files that the warehouse had when it was opened. A
 * view is made when a query first names it.
 */
final class WarehouseViews {
  private static final String NO_ROWS_OF = "no_rows_of_";

  private final Engine engine;
  private final WarehouseFiles warehouse;

  /** All names, ordered so that a view comes after the names it may refer to. */
  private final Set<String> names = new LinkedHashSet<>(NamedViews.ALL.names());

  /** SQL of views by name; names without SQL are tables. */
  private final Map<String, String> viewSql = new LinkedHashMap<>(NamedViews.ALL.views());

  private final NamedViews all = new NamedViews(names, viewSql);

  /**
   * Tables of an earlier state that are computed again from older rows. Each is computed once and
   * kept, and is never stale.
   */
  private final Set<String> past;

  /** Names of the views made in the engine so far. */
  private final Set<String> made = new HashSet<>();

  /** Tables made without rows, as no query has read them yet. */
  private final Set<String> unread = new HashSet<>();

  /** Tables that are shown without rows until {@link #showRows}. */
  private final Set<String> withoutRows = new HashSet<>();

  /** Tables computed by this process, which are never stale. */
  private final Set<String> computed = new HashSet<>();

  private @Nullable Map<String, String> stale;

  private WarehouseViews(Engine engine, WarehouseFiles warehouse, Set<String> past) {
    this.engine = engine;
    this.warehouse = warehouse;
    this.past = past;
  }

  /**
   * The views of the current state: all rows, or if anything is gone from its source, the rows of
   * what is not.
   */
  static WarehouseViews now(Engine engine, WarehouseFiles warehouse) throws IOException {
    boolean isAnythingGone = Presence.isAnythingGone(warehouse);
    PastTables tables = isAnythingGone ? PastTables.now() : PastTables.ALL_ROWS;
    WarehouseViews views = new WarehouseViews(engine, warehouse, tables.computed().keySet());
    views.select(tables);
    return views;
  }

  /** The views of an earlier state. */
  static WarehouseViews asOf(Moment moment, Engine engine, WarehouseFiles warehouse) {
    PastTables tables = PastTables.at(moment);
    WarehouseViews views = new WarehouseViews(engine, warehouse, tables.computed().keySet());
    views.select(tables);
    return views;
  }

  private void select(PastTables tables) {
    viewSql.putAll(tables.stored());
    viewSql.putAll(tables.computed());
    names.clear();
    for (String table : Tables.names()) {
      names.add(PastTables.ALL_ROWS_PREFIX + table);
      if (!viewSql.containsKey(table)) {
        names.add(table);
      }
    }
    names.addAll(tables.stored().keySet());
    NamedViews.ALL.names().stream()
        .filter(name -> !tables.computed().containsKey(name))
        .forEach(names::add);
    names.addAll(tables.computed().keySet());
  }

  /** Makes the views that a query names. */
  void prepare(String text) throws IOException {
    Set<String> named = all.namedIn(text);
    // The engine may copy remote files to this machine, so only tables that are read get files.
    boolean remote = !Locations.isLocal(warehouse.location());
    make(named, remote ? all.readIn(text, upToDate(named)) : named);
  }

  /** Makes all other views too, without rows, so that they can be listed. */
  void prepareAll() throws IOException {
    Set<String> read = new HashSet<>();
    viewSql.values().forEach(sql -> read.addAll(all.namedIn(sql)));
    Set<String> listed = new LinkedHashSet<>(names);
    // A view of all rows is listed where another view cannot be made without it.
    listed.removeIf(name -> name.startsWith(PastTables.ALL_ROWS_PREFIX) && !read.contains(name));
    make(listed, Set.of());
  }

  private void make(Set<String> views, Set<String> withFiles) throws IOException {
    for (String name : names) {
      if (views.contains(name)
          && (made.add(name) || (withFiles.contains(name) && unread.remove(name)))) {
        make(name, withFiles.contains(name));
      }
    }
  }

  private void make(String name, boolean withFiles) throws IOException {
    if (past.contains(name) || (withFiles && PastTables.helpers().contains(name))) {
      engine.materialize(name, query(name));
    } else if (viewSql.containsKey(name)) {
      engine.view(name, query(name));
      if (PastTables.helpers().contains(name)) {
        unread.add(name);
      }
    } else {
      String table = PastTables.table(name);
      boolean rows = withFiles && !withoutRows.contains(name);
      engine.files(name, Tables.columns(table), rows ? warehouse.files(table) : List.of());
      if (!withFiles) {
        unread.add(name);
      }
    }
  }

  private Query query(String view) {
    boolean isView = !Tables.names().contains(view) && Tables.views().contains(view);
    String folder = isView ? "views" : NamedViews.ALL.names().contains(view) ? "" : "reports";
    return new Query(folder, view, viewSql.getOrDefault(view, ""), Map.of());
  }

  /**
   * The views among these that an up-to-date summary table can answer, so that their large tables
   * are not read.
   */
  private Set<String> upToDate(Set<String> named) throws IOException {
    Set<String> upToDate = new HashSet<>();
    for (String view : named) {
      Optional<String> summary = all.summaryTable(view);
      if (summary.isPresent() && isUpToDate(summary.get())) {
        upToDate.add(view);
      }
    }
    return upToDate;
  }

  /**
   * Whether derive made a summary table from as many layers, or snapshots, as the warehouse has.
   */
  private boolean isUpToDate(String table) throws IOException {
    boolean ofLayers = Tables.declaration(table).columns().containsKey("all_layers");
    String counted = ofLayers ? "layer" : "snapshot";
    Set<String> read = all.namedIn(table + " " + counted);
    make(read, read);
    String sql = "SELECT 1 FROM %s WHERE all_%2$ss = (SELECT count(*) FROM %2$s) LIMIT 1";
    return engine.count(Query.of(sql.formatted(table, counted))) > 0;
  }

  /** The tables of {@link Queries#stale}; computed once. */
  Map<String, String> stale() throws IOException {
    if (stale == null) {
      prepare("run");
      stale = Staleness.of(engine);
      stale.keySet().removeAll(past);
    }
    Map<String, String> remaining = new TreeMap<>(stale);
    remaining.keySet().removeAll(computed);
    return remaining;
  }

  /** The stale tables that a query needs. */
  Map<String, String> staleIn(String sql) throws IOException {
    Set<String> needed = NamedViews.ALL.neededBy(sql);
    needed.removeIf(
        name -> Tables.names().contains(name) && Tables.declaration(name).from().isEmpty());
    Map<String, String> stale = needed.isEmpty() ? new TreeMap<>() : stale();
    stale.keySet().retainAll(needed);
    return stale;
  }

  /** The stale tables that derive makes. */
  Set<String> outdated() throws IOException {
    return Staleness.madeByDerive(stale());
  }

  /**
   * Registers tables that the caller has made in the engine: they are not made again, and never
   * stale.
   */
  void addComputed(Set<String> tables) {
    computed.addAll(tables);
    made.addAll(tables);
    unread.removeAll(tables);
  }

  /** Makes tables appear without rows until {@link #showRows}. */
  void hideRows(Set<String> tables) {
    withoutRows.addAll(tables);
    forget(tables);
  }

  /** Shows the rows of all tables again. */
  void showRows() {
    Set<String> hidden = Set.copyOf(withoutRows);
    withoutRows.clear();
    forget(hidden);
  }

  /**
   * Forgets tables, so that they are made again when needed. Views over them are forgotten too, as
   * they may still refer to the old tables.
   */
  private void forget(Set<String> tables) {
    made.removeAll(tables);
    made.removeIf(
        name ->
            viewSql.containsKey(name)
                && !past.contains(name)
                && all.namedIn(name).stream().anyMatch(tables::contains));
  }

  /** Adds reports as views. In them the outdated tables are replaced by tables without rows. */
  void addReports(Map<String, String> reports, Set<String> outdated) throws IOException {
    for (Map.Entry<String, String> report : reports.entrySet()) {
      String sql =
          ReportViews.withoutRowsOf(
              outdated, report.getValue(), t -> "SELECT * FROM " + NO_ROWS_OF + t);
      for (String table : outdated) {
        if (sql.contains(NO_ROWS_OF + table)) {
          engine.files(NO_ROWS_OF + table, Tables.columns(table), List.of());
        }
      }
      viewSql.put(report.getKey(), sql);
      names.add(report.getKey());
    }
  }
}
