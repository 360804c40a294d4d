package dev.varve.jobs.warehouse.schema;

import dev.varve.jobs.warehouse.row.Columns;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The declarations of all tables, from {@code schemas/tables}, and the tables that each view reads.
 */
public final class Tables {
  private static final Tables DECLARED =
      new Tables(SqlFiles.folder("tables"), SqlFiles.folder("views"));

  /** The columns of tables, parsed at the first request, because not every verb needs them. */
  private static final Map<String, Columns> COLUMNS = new ConcurrentHashMap<>();

  private final Map<String, TableDeclaration> tables = new TreeMap<>();
  private final Map<String, List<String>> views = new TreeMap<>();
  private final Set<String> optional = new TreeSet<>();

  /**
   * Reads the declarations.
   *
   * @param tableTexts SQL files of tables, name to text
   * @param viewTexts SQL files of views, name to text
   * @throws IllegalStateException that lists every fault of their headers
   */
  Tables(Map<String, String> tableTexts, Map<String, String> viewTexts) {
    List<String> faults = new ArrayList<>();
    tableTexts.forEach((name, text) -> tables.put(name, TableDeclaration.read(name, text, faults)));
    viewTexts.forEach(
        (name, text) -> views.put(name, TableDeclaration.viewFrom(name, text, faults)));
    viewTexts.values().stream()
        .flatMap(text -> SqlFiles.header(text).getOrDefault("optional", List.of()).stream())
        .filter(tables::containsKey)
        .forEach(optional::add);
    tables.forEach((name, table) -> checkFrom("tables/" + name, table.from(), faults));
    views.forEach((name, from) -> checkFrom("views/" + name, from, faults));
    if (!faults.isEmpty()) {
      throw new IllegalStateException(String.join("; ", faults));
    }
  }

  /** Names of all tables, sorted. */
  public static Set<String> names() {
    return DECLARED.tables.keySet();
  }

  public static Columns columns(String table) {
    return COLUMNS.computeIfAbsent(table, name -> declaration(name).typedColumns());
  }

  /** The declaration of a table. */
  public static TableDeclaration declaration(String table) {
    TableDeclaration declaration = DECLARED.tables.get(table);
    if (declaration == null) {
      throw new IllegalArgumentException("there is no table " + table);
    }
    return declaration;
  }

  /** The tables that a verb makes, sorted; table {@code run} is among those of every verb. */
  public static List<String> madeBy(String verb) {
    return DECLARED.tables.values().stream()
        .filter(table -> table.isMadeBy(verb))
        .map(TableDeclaration::name)
        .toList();
  }

  /**
   * The tables and views that a verb reads to make its tables, in dependency order: creating views
   * of them in this order is enough to run the verb.
   */
  public static Set<String> readBy(String verb) {
    Set<String> read = new LinkedHashSet<>();
    madeBy(verb)
        .forEach(
            table -> declaration(table).from().forEach(source -> addWithSources(source, read)));
    return read;
  }

  /** The views of {@code schemas/views}; each follows the views that it reads. */
  public static Set<String> views() {
    Set<String> all = new LinkedHashSet<>();
    DECLARED.views.keySet().forEach(view -> addWithSources(view, all));
    all.retainAll(DECLARED.views.keySet());
    return all;
  }

  /** Tables that no view needs for its columns; views that read them are only faster. */
  public static Set<String> optional() {
    return DECLARED.optional;
  }

  /**
   * The tables that a view reads, directly or through other views; for a table, the table itself.
   */
  public static Set<String> tablesReadBy(String name) {
    Set<String> all = new LinkedHashSet<>();
    addWithSources(name, all);
    all.retainAll(names());
    return all;
  }

  private static void addWithSources(String name, Set<String> read) {
    DECLARED.views.getOrDefault(name, List.of()).forEach(source -> addWithSources(source, read));
    read.add(name);
  }

  private void checkFrom(String file, List<String> from, List<String> faults) {
    for (String name : from) {
      if (!tables.containsKey(name) && !views.containsKey(name)) {
        faults.add(file + ".sql is made from " + name + ", which is no table and no view");
      }
    }
  }
}
