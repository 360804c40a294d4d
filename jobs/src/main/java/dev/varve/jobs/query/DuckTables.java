package dev.varve.jobs.query;

import dev.varve.jobs.damage.PageChecksums;
import dev.varve.jobs.file.LocalCopies;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.past.PastTables;
import dev.varve.jobs.run.Staleness;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.WarehouseFiles;
import dev.varve.jobs.views.DuckText;
import dev.varve.jobs.views.ReportViews;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tables, views and published figures of a warehouse as views in DuckDB, each over the list of
 * files that the warehouse had when it was opened.
 */
final class DuckTables {
  private final WarehouseFiles warehouse;
  private final LocalCopies copies;
  private final QuerySettings settings;
  private final Set<Path> verified = new HashSet<>();

  /** What is a view over other views, by name; the rest are tables. */
  private final Map<String, String> views = new LinkedHashMap<>();

  /** What takes long to compute, and is so once a session. */
  private final Set<String> computed;

  private final Set<String> emptied = new HashSet<>();

  /** What was asked for; of a warehouse that is far off only these are copied. */
  private final Set<String> wanted = new HashSet<>();

  private @Nullable Map<String, String> stale;

  /** All names, each behind those that it may be made of. */
  private final Set<String> names = new LinkedHashSet<>();

  DuckTables(WarehouseFiles warehouse, LocalCopies copies, QuerySettings settings) {
    this(warehouse, copies, settings, Map.of(), Map.of());
    names.addAll(Tables.names());
    names.addAll(views.keySet());
  }

  /** Tables as they stood earlier. */
  DuckTables(
      WarehouseFiles warehouse, LocalCopies copies, QuerySettings settings, PastTables past) {
    this(warehouse, copies, settings, past.stored(), past.computed());
    Tables.names().forEach(name -> names.add(PastTables.EVERY + name));
    names.addAll(past.stored().keySet());
    names.addAll(views.keySet());
    names.removeAll(past.computed().keySet());
    names.addAll(past.computed().keySet());
  }

  private DuckTables(
      WarehouseFiles warehouse,
      LocalCopies copies,
      QuerySettings settings,
      Map<String, String> stored,
      Map<String, String> derived) {
    this.warehouse = warehouse;
    this.copies = copies;
    this.settings = settings;
    computed = Set.copyOf(derived.keySet());
    views.putAll(DuckText.views());
    views.putAll(stored);
    views.putAll(derived);
  }

  /** All that a query can name. */
  Set<String> names() {
    return names;
  }

  /** The tables that are computed from the others, and so are never older. */
  Set<String> computed() {
    return computed;
  }

  /** The tables and views that a text may name, with those that these views are made of. */
  Set<String> namedIn(String text) {
    return new NamedViews(names, views).namedIn(text);
  }

  /** Lets the reports that a text names be views like others, over tables that are not stale. */
  void addReports(Map<String, String> reports, Set<String> outdated) {
    reports.forEach(
        (name, sql) -> {
          views.put(name, ReportViews.without(outdated, sql, DuckText::none));
          names.add(name);
        });
  }

  /** Compares the files of these tables with their checksums, each once. */
  void verify(Set<String> some) throws IOException {
    if (settings.verifyPages()) {
      PageChecksums.verifyOnce(files(some), verified);
    }
  }

  /** Whether the tables are not on a file system of this machine. */
  boolean isFar() {
    return !Locations.isLocal(warehouse.location());
  }

  /** All files that can be needed: of a warehouse that is far off those of what was asked for. */
  List<Path> files() throws IOException {
    return files(isFar() ? wanted : names);
  }

  /** The files of these tables, or local copies of them. */
  List<Path> files(Set<String> some) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String name : some) {
      if (!views.containsKey(name)) {
        files.addAll(copies.all(warehouse.files(table(name))));
      }
    }
    return files;
  }

  private static String table(String name) {
    return name.startsWith(PastTables.EVERY) ? name.substring(PastTables.EVERY.length()) : name;
  }

  /** Creates those that a session does not have yet. */
  void prepare(Set<String> some, DuckSession session) throws IOException {
    wanted.addAll(some);
    create(some, session);
  }

  /**
   * Creates all, so that they can be listed; without rows those that are far off and were not asked
   * for.
   */
  void prepareAll(DuckSession session) throws IOException {
    create(names, session);
  }

  private void create(Set<String> some, DuckSession session) throws IOException {
    try {
      for (String name : names) {
        if (some.contains(name) && session.isNew(name)) {
          boolean view = views.containsKey(name);
          session.execute(
              "CREATE OR REPLACE %s \"%s\" AS %s"
                  .formatted(
                      computed.contains(name) ? "TABLE" : "VIEW",
                      name,
                      view ? views.get(name) : rows(name)));
        }
      }
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** As {@link Queries#stale}; asked once, as an answer may be open later. */
  Map<String, String> stale(DuckSession session) throws IOException {
    if (stale == null) {
      prepare(namedIn("run"), session);
      try (ResultSet rows =
          session.query(
              "SELECT run_id, verb, counts, settings['%s'] FROM run ORDER BY run_id"
                  .formatted(Staleness.SOURCE))) {
        stale = Staleness.of(DuckAnswers.pastRuns(rows));
        stale.keySet().removeAll(computed);
      } catch (SQLException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
    return new TreeMap<>(stale);
  }

  /** Lets tables have no rows until {@link #fill}. */
  void empty(Set<String> some, DuckSession session) throws IOException {
    try {
      for (String table : some) {
        session.execute(
            "CREATE OR REPLACE VIEW \"%s\" AS %s".formatted(table, DuckText.none(table)));
        emptied.add(table);
      }
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  Set<String> emptied() {
    return emptied;
  }

  /** Lets them have their rows again. */
  void fill(DuckSession session) {
    emptied.forEach(session::forget);
    emptied.clear();
  }

  private String rows(String name) throws IOException {
    String table = table(name);
    if (isFar() && !wanted.contains(name)) {
      return DuckText.none(table);
    }
    List<String> files = files(Set.of(name)).stream().map(Path::toString).toList();
    return files.isEmpty() ? DuckText.none(table) : DuckText.rows(table, files);
  }

  /** Paths as a list of SQL texts. */
  static String quoted(List<Path> files) {
    return files.stream()
        .map(Path::toString)
        .map(DuckText::quoted)
        .collect(Collectors.joining(", "));
  }
}
