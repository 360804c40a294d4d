package dev.varve.jobs.engine.run;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.parquet.StoreFile;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Shows the tables of a warehouse in an engine as they are now: without the rows of what is gone
 * from its source. While nothing is gone, which costs one look at small tables, they are the files.
 */
public final class Presence {
  private static final Pattern NO_WORD = Pattern.compile("\\W+");

  private final Engine engine;
  private final WarehouseFiles warehouse;

  /** Queries by name, each after those that it reads. */
  private final Map<String, String> queries = new LinkedHashMap<>();

  private final Set<String> kept = new HashSet<>();
  private final Set<String> made = new HashSet<>();
  private final boolean isSelected;

  /** Shows what is there now. */
  Presence(Engine engine, WarehouseFiles warehouse) throws IOException {
    this(engine, warehouse, isAnythingGone(warehouse) ? PastTables.now() : PastTables.ALL_ROWS);
  }

  /** Shows the rows that some queries select. */
  public Presence(Engine engine, WarehouseFiles warehouse, PastTables tables) {
    this.engine = engine;
    this.warehouse = warehouse;
    this.isSelected = !tables.stored().isEmpty();
    queries.putAll(tables.stored());
    Tables.views().forEach(view -> queries.put(view, SqlFiles.text("views", view)));
    queries.putAll(tables.computed());
    kept.addAll(tables.computed().keySet());
    kept.addAll(PastTables.helpers());
  }

  /**
   * Whether any ingest found something gone that an earlier one had seen. Only footers of files are
   * read, as the files of a remote warehouse would have to be copied.
   */
  public static boolean isAnythingGone(WarehouseFiles warehouse) throws IOException {
    for (String table : PastTables.SIGHTINGS) {
      for (String file : warehouse.files(table)) {
        if (ParquetParts.hasValues(new StoreFile(warehouse.store(), file), "gone_at")) {
          return true;
        }
      }
    }
    return false;
  }

  /** Shows tables and views; those that they read are shown before. */
  public void show(Collection<String> names) throws IOException {
    for (String name : names) {
      if (queries.containsKey(name)) {
        showOnce(name);
      } else {
        show(name);
      }
    }
  }

  private void showOnce(String name) throws IOException {
    if (made.add(name)) {
      String query = SqlFiles.withoutComments(queries.getOrDefault(name, ""));
      List<String> order = List.copyOf(queries.keySet());
      for (String word : new LinkedHashSet<>(List.of(NO_WORD.split(query)))) {
        // A name that comes later is that of a column here.
        boolean isQuery = queries.containsKey(word);
        if (isQuery && order.indexOf(word) < order.indexOf(name)) {
          showOnce(word);
        } else if (!isQuery && isTable(word)) {
          showOnce(word);
        }
      }
      show(name);
    }
  }

  /**
   * Whether a word of a query is a table to be shown. While nothing is gone, the caller shows the
   * tables of header {@code from} itself.
   */
  private boolean isTable(String word) {
    boolean isOfAllRows = word.startsWith(PastTables.ALL_ROWS_PREFIX);
    return (isSelected || isOfAllRows) && Tables.names().contains(PastTables.table(word));
  }

  private void show(String name) throws IOException {
    String table = PastTables.table(name);
    if (!queries.containsKey(name)) {
      engine.files(name, Tables.columns(table), warehouse.files(table));
    } else if (kept.contains(name)) {
      engine.materialize(name, query(name));
    } else {
      engine.view(name, query(name));
    }
  }

  private Query query(String name) {
    return Tables.views().contains(name)
        ? Query.of("views", name)
        : new Query("as-of", name, queries.getOrDefault(name, ""), Map.of());
  }
}
