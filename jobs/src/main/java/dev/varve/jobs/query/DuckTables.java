package dev.varve.jobs.query;

import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.file.LocalCopies;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.parquet.PageChecksums;
import dev.varve.jobs.run.Staleness;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.WarehouseFiles;
import dev.varve.jobs.views.NamedViews;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tables, views and published figures of a warehouse as views in DuckDB, each over the list of
 * files that the warehouse had when it was opened.
 */
final class DuckTables {
  private final WarehouseFiles warehouse;
  private final LocalCopies copies;
  private final QuerySettings settings;
  private final DuckNames names;
  private final Set<Path> verified = new HashSet<>();
  private final Set<String> emptied = new HashSet<>();

  /** What is read; of a warehouse that is far off only these are copied. */
  private final Set<String> wanted = new HashSet<>();

  private @Nullable Map<String, String> stale;

  DuckTables(
      WarehouseFiles warehouse, LocalCopies copies, QuerySettings settings, DuckNames names) {
    this.warehouse = warehouse;
    this.copies = copies;
    this.settings = settings;
    this.names = names;
  }

  DuckNames names() {
    return names;
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
    return files(isFar() ? wanted : names.all());
  }

  /** The files of these tables, or local copies of them. */
  List<Path> files(Set<String> some) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String name : some) {
      if (!names.isView(name)) {
        files.addAll(copies.all(warehouse.files(DuckNames.table(name))));
      }
    }
    return files;
  }

  /**
   * Creates what a text names and a session does not have yet, and compares with its checksums, far
   * off copies, that which it reads.
   */
  void prepare(String text, DuckSession session) throws IOException {
    NamedViews all = names.named();
    Set<String> named = all.namedIn(text);
    named.removeAll(emptied);
    Set<String> read = isFar() ? all.readIn(text, upToDate(named, all, session)) : named;
    read.removeAll(emptied);
    verify(read);
    wanted.addAll(read);
    create(named, session);
  }

  /** Those of these views that have no need of the larger tables that they name. */
  private Set<String> upToDate(Set<String> named, NamedViews all, DuckSession session)
      throws IOException {
    Set<String> upToDate = new HashSet<>();
    for (String view : named) {
      Optional<String> smaller = all.smaller(view);
      if (smaller.isPresent() && isUpToDate(smaller.get(), session)) {
        upToDate.add(view);
      }
    }
    return upToDate;
  }

  /** Whether derive made a table from as many layers, or snapshots, as there are. */
  private boolean isUpToDate(String table, DuckSession session) throws IOException {
    boolean ofLayers = Tables.declaration(table).columns().containsKey("all_layers");
    String counted = ofLayers ? "layer" : "snapshot";
    prepare(table + " " + counted, session);
    try (ResultSet row =
        session.query(
            "SELECT 1 FROM %s WHERE all_%2$ss = (SELECT count(*) FROM %2$s) LIMIT 1"
                .formatted(table, counted))) {
      return row.next();
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Creates all, so that they can be listed; without rows those that are far off and were not asked
   * for.
   */
  void prepareAll(DuckSession session) throws IOException {
    create(names.all(), session);
  }

  private void create(Set<String> some, DuckSession session) throws IOException {
    try {
      for (String name : names.all()) {
        if (some.contains(name) && session.isNew(name)) {
          boolean view = names.isView(name);
          session.execute(
              "CREATE OR REPLACE %s \"%s\" AS %s"
                  .formatted(
                      names.computed().contains(name) ? "TABLE" : "VIEW",
                      name,
                      view ? names.query(name) : rows(name)));
          if (!view && isUnread(name)) {
            session.forget(name); // the next question may read it
          }
        }
      }
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** As {@link Queries#stale}; asked once, as an answer may be open later. */
  Map<String, String> stale(DuckSession session) throws IOException {
    if (stale == null) {
      prepare("run", session);
      try (ResultSet rows =
          session.query(
              "SELECT run_id, verb, counts, settings['%s'] FROM run ORDER BY run_id"
                  .formatted(Staleness.SOURCE))) {
        stale = Staleness.of(DuckAnswers.pastRuns(rows));
        stale.keySet().removeAll(names.computed());
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
    String table = DuckNames.table(name);
    if (isUnread(name)) {
      return DuckText.none(table);
    }
    List<String> files = files(Set.of(name)).stream().map(Path::toString).toList();
    return files.isEmpty() ? DuckText.none(table) : DuckText.rows(table, files);
  }

  private boolean isUnread(String name) {
    return isFar() && !wanted.contains(name);
  }
}
