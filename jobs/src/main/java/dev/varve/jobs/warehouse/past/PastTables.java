package dev.varve.jobs.warehouse.past;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tables as they stood at a moment, as queries over views {@code every_TABLE}, which have all
 * rows. A table's columns determine which query of {@code schemas/as-of} selects its rows. Derived
 * tables are computed anew from the selected rows; those that only save time, and that views can do
 * without, are not.
 */
public final class PastTables {
  /** The prefix of the view that has all rows of a table, of any time. */
  public static final String ALL_ROWS_PREFIX = "every_";

  private static final Pattern PLACEHOLDER =
      Pattern.compile("/\\* (every|moment|table|verbs) \\*/ (?:\\w+|'[^']*')");

  private final Map<String, String> stored = new LinkedHashMap<>();
  private final Map<String, String> computed = new LinkedHashMap<>();

  /**
   * The rule that selects a table's rows as of a moment: the first that applies wins. The query of
   * a rule reads only tables of earlier rules.
   */
  @SuppressWarnings("ImmutableEnumChecker") // the predicates have no state
  private enum RowSelection {
    RUN(table -> table.name().equals("run")),
    BY_RUN(has("run_id")),
    BY_TIME(has("first_seen_at")),
    BY_SETTING(table -> table.madeBy().contains("derive") && table.from().isEmpty()),
    BY_RESULT(TableDeclaration::replaced),
    BY_LAYER(has("layer_digest").and(not("image_digest"))),
    BY_IMAGE(has("image_digest")),
    BY_SNAPSHOT(has("vm").and(has("snapshot"))),
    BY_CONTENT(has("fingerprint").and(has("piece"))),
    BY_SAMPLE(has("fingerprint").and(has("codec"))),
    BY_COUNT(table -> true);

    private final Predicate<TableDeclaration> applies;

    RowSelection(Predicate<TableDeclaration> applies) {
      this.applies = applies;
    }

    private static Predicate<TableDeclaration> has(String column) {
      return table -> table.columns().containsKey(column);
    }

    private static Predicate<TableDeclaration> not(String column) {
      return table -> !table.columns().containsKey(column);
    }

    static RowSelection of(TableDeclaration table) {
      for (RowSelection candidate : values()) {
        if (candidate.applies.test(table)) {
          return candidate;
        }
      }
      throw new IllegalStateException(table.name());
    }
  }

  /** Makes the queries of all tables at a moment. */
  public PastTables(Moment moment) {
    Set<String> definitions = new TreeSet<>(SqlFiles.folder("derived").keySet());
    definitions.removeAll(Tables.optional());
    for (RowSelection selection : RowSelection.values()) {
      for (String name : Tables.names()) {
        TableDeclaration table = Tables.declaration(name);
        if (!definitions.contains(name) && RowSelection.of(table) == selection) {
          String query = SqlFiles.text("as-of", selectionQuery(name));
          (selection == RowSelection.BY_SAMPLE ? computed : stored)
              .put(name, filled(query, table, moment));
        }
      }
    }
    definitions.forEach(name -> computed.put(name, definition(Tables.declaration(name))));
  }

  /** The name of the query in {@code schemas/as-of} that selects a table's rows. */
  static String selectionQuery(String table) {
    return RowSelection.of(Tables.declaration(table)).name().toLowerCase(Locale.ROOT);
  }

  /**
   * Queries of tables that select from all rows, by table. Each follows the tables that it reads.
   */
  public Map<String, String> stored() {
    return Collections.unmodifiableMap(stored);
  }

  /**
   * Queries of tables that are computed from {@link #stored} and from the views of {@code schemas},
   * in the same form. They are expensive, so their rows are worth keeping.
   */
  public Map<String, String> computed() {
    return Collections.unmodifiableMap(computed);
  }

  private static String filled(String query, TableDeclaration table, Moment moment) {
    String verbs =
        table.madeBy().stream().map(verb -> "'" + verb + "'").collect(Collectors.joining(", "));
    Map<String, String> values =
        Map.of(
            "every",
            ALL_ROWS_PREFIX + table.name(),
            "moment",
            moment.sql(),
            "table",
            "'" + table.name() + "'",
            "verbs",
            verbs);
    return PLACEHOLDER
        .matcher(SqlFiles.withoutComments(query))
        .replaceAll(placeholder -> Matcher.quoteReplacement(values.get(placeholder.group(1))));
  }

  /**
   * The definition of a derived table. It has no rows if a table that it reads was not requested at
   * ingest and is empty; {@code derive} leaves such a table out, too.
   */
  private static String definition(TableDeclaration table) {
    String query = SqlFiles.withoutComments(SqlFiles.text("derived", table.name()));
    String requestedTables =
        table.from().stream()
            .filter(Tables.names()::contains)
            .filter(from -> Tables.declaration(from).onRequest())
            .map(from -> "EXISTS (SELECT 1 FROM " + from + ")")
            .collect(Collectors.joining(" AND "));
    return requestedTables.isEmpty()
        ? query
        : "SELECT * FROM (\n" + query + "\n) AS defined WHERE " + requestedTables;
  }
}
