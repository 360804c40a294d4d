package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.views.NamedViews;
import dev.varve.jobs.answer.views.ReportViews;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.warehouse.file.Locations;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tables, views and published figures of a warehouse as views of an engine, over the files that
 * the warehouse had when it was opened. Each is made when a text first names it.
 */
final class WarehouseViews {
  private static final String NO_ROWS_OF = "no_rows_of_";

  private final Engine engine;
  private final WarehouseFiles warehouse;
  private final Names names;

  /** The views that were made in the engine. */
  private final Set<String> made = new HashSet<>();

  private final Set<String> unread = new HashSet<>();

  /** Tables that appear without rows until {@link #fill}. */
  private final Set<String> emptied = new HashSet<>();

  /** Tables that were computed by this run, so that they are never stale. */
  private final Set<String> computed = new HashSet<>();

  private @Nullable Map<String, String> stale;

  WarehouseViews(Engine engine, WarehouseFiles warehouse, Names names) {
    this.engine = engine;
    this.warehouse = warehouse;
    this.names = names;
  }

  /** Makes the views that a text names. */
  void prepare(String text) throws IOException {
    NamedViews all = names.named();
    Set<String> named = all.namedIn(text);
    // Files of another file system may be copied: only those that are read.
    boolean far = !Locations.isLocal(warehouse.location());
    make(named, far ? all.readIn(text, upToDate(named, all)) : named);
  }

  /** Makes all other views too, without rows, so that they can be listed. */
  void prepareAll() throws IOException {
    make(names.all(), Set.of());
  }

  private void make(Set<String> some, Set<String> read) throws IOException {
    for (String name : names.all()) {
      if (some.contains(name) && (made.add(name) || (read.contains(name) && unread.remove(name)))) {
        make(name, read.contains(name));
      }
    }
  }

  private void make(String name, boolean read) throws IOException {
    if (names.computed().contains(name)) {
      engine.keep(name, names.query(name));
    } else if (names.isView(name)) {
      engine.view(name, names.query(name));
    } else {
      String table = Names.table(name);
      boolean rows = read && !emptied.contains(name);
      engine.files(name, Tables.columns(table), rows ? warehouse.files(table) : List.of());
      if (!read) {
        unread.add(name);
      }
    }
  }

  /**
   * The views among these of which a smaller table is up to date, so that the larger ones are not
   * read.
   */
  private Set<String> upToDate(Set<String> named, NamedViews all) throws IOException {
    Set<String> upToDate = new HashSet<>();
    for (String view : named) {
      Optional<String> smaller = all.smaller(view);
      if (smaller.isPresent() && isUpToDate(smaller.get(), all)) {
        upToDate.add(view);
      }
    }
    return upToDate;
  }

  /** Whether derive made a table from as many layers, or snapshots, as there are. */
  private boolean isUpToDate(String table, NamedViews all) throws IOException {
    boolean ofLayers = Tables.declaration(table).columns().containsKey("all_layers");
    String counted = ofLayers ? "layer" : "snapshot";
    Set<String> read = all.namedIn(table + " " + counted);
    make(read, read);
    String sql = "SELECT 1 FROM %s WHERE all_%2$ss = (SELECT count(*) FROM %2$s) LIMIT 1";
    return engine.count(Query.of(sql.formatted(table, counted))) > 0;
  }

  /** Answers {@link Queries#stale}; computed once. */
  Map<String, String> stale() throws IOException {
    if (stale == null) {
      prepare("run");
      stale = Staleness.of(engine);
      stale.keySet().removeAll(names.computed());
    }
    Map<String, String> left = new TreeMap<>(stale);
    left.keySet().removeAll(computed);
    return left;
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
    return Staleness.outdated(stale());
  }

  /**
   * Registers tables that the engine already has as views: they are not made again, and never
   * stale.
   */
  void computed(Set<String> tables) {
    computed.addAll(tables);
    made.addAll(tables);
    unread.removeAll(tables);
  }

  /** Makes tables appear without rows until {@link #fill}. */
  void empty(Set<String> some) {
    emptied.addAll(some);
    forget(some);
  }

  /** Shows the rows of all tables again. */
  void fill() {
    Set<String> before = Set.copyOf(emptied);
    emptied.clear();
    forget(before);
  }

  /** Views may keep referring to the tables that they were made of, so they are made again too. */
  private void forget(Set<String> tables) {
    made.removeAll(tables);
    made.removeIf(
        name ->
            names.isView(name)
                && !names.computed().contains(name)
                && names.named().namedIn(name).stream().anyMatch(tables::contains));
  }

  /** Makes the reports that a text names views like others, over tables that are not outdated. */
  void addReports(Map<String, String> reports, Set<String> outdated) throws IOException {
    for (Map.Entry<String, String> report : reports.entrySet()) {
      String sql =
          ReportViews.without(outdated, report.getValue(), t -> "SELECT * FROM " + NO_ROWS_OF + t);
      for (String table : outdated) {
        if (sql.contains(NO_ROWS_OF + table)) {
          engine.files(NO_ROWS_OF + table, Tables.columns(table), List.of());
        }
      }
      names.add(report.getKey(), sql);
    }
  }
}
