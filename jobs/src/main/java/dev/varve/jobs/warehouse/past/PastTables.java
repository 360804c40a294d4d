package dev.varve.jobs.warehouse.past;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tables as they stood at a moment, or as they stand now without what is gone from its source,
 * as queries over views {@code every_TABLE}, which have all rows. A table has a query of its own in
 * {@code schemas/as-of}, or its columns determine which query selects its rows. Derived tables of
 * an earlier moment are computed anew from the selected rows; those that only save time, and that
 * views can do without, are not.
 */
public final class PastTables {
  /** The prefix of the view that has all rows of a table, of any time. */
  public static final String ALL_ROWS_PREFIX = "every_";

  /** A table in which a row with {@code gone_at} says that something is gone. */
  public static final List<String> SIGHTINGS =
      List.of("sighting", "snapshot_sighting", "rejection_sighting");

  private static final String FOLDER = "as-of";

  /** The query that all helpers read. */
  private static final String THERE = "sighting_there";

  /**
   * Queries of the same folder that are no tables, by the table whose rows each decides about.
   * Other queries read them too.
   */
  private static final Map<String, String> HELPERS =
      Map.of(
          "image", "gone_image",
          "manifest", "gone_manifest",
          "layer", "gone_layer",
          "snapshot", "gone_snapshot");

  /** Tables with a query of their own, and those that these read, in the order of reading. */
  private static final List<String> FIRST =
      List.of(
          "run",
          "image_tag",
          "repository_manifest",
          "image",
          "image_layer",
          "manifest",
          "manifest_reference",
          "layer",
          "snapshot",
          "vm",
          "rejected_blob");

  private static final Moment NOW = new Moment(Instant.parse("9999-12-31T00:00:00Z"), "now");

  private static final Pattern PLACEHOLDER =
      Pattern.compile("/\\* (every|moment|gone|table|verbs) \\*/ (?:\\w+|'[^']*')");

  /** No queries: the tables with all their rows. */
  public static final PastTables ALL_ROWS = new PastTables(NOW, NOW);

  /** The time up to which rows count as seen. */
  private final Moment seen;

  /** The time up to which things count as gone. */
  private final Moment gone;

  private final Map<String, String> stored = new LinkedHashMap<>();
  private final Map<String, String> computed = new LinkedHashMap<>();

  /**
   * The rule that selects a table's rows as of a moment: the first that applies wins. The query of
   * a rule reads only tables of earlier rules.
   */
  @SuppressWarnings("ImmutableEnumChecker") // the predicates have no state
  private enum RowSelection {
    BY_STRETCH(has("gone_at")),
    OF_ITS_OWN(table -> SqlFiles.folder(FOLDER).containsKey(table.name())),
    BY_SIGHTING(table -> List.of("image_tag", "repository_manifest").contains(table.name())),
    BY_LAYER_RUN(has("run_id").and(has("layer_digest"))),
    BY_RUN(has("run_id")),
    BY_TIME(has("first_seen_at")),
    BY_SETTING(table -> table.madeBy().contains("derive") && table.from().isEmpty()),
    BY_RESULT(TableDeclaration::replaced),
    BY_LAYER(has("layer_digest").and(not("image_digest"))),
    BY_IMAGE(has("image_digest")),
    BY_MANIFEST(has("manifest_digest")),
    BY_SNAPSHOT(has("vm").and(has("snapshot"))),
    BY_CONTENT(has("fingerprint").and(has("piece"))),
    BY_SAMPLE(has("fingerprint").and(has("codec"))),
    BY_COUNT(table -> true);

    /** Rules that leave out what is gone. */
    private static final Set<RowSelection> OF_PRESENCE =
        EnumSet.of(OF_ITS_OWN, BY_LAYER, BY_IMAGE, BY_MANIFEST, BY_SNAPSHOT, BY_CONTENT, BY_SAMPLE);

    private final Predicate<TableDeclaration> applies;

    RowSelection(Predicate<TableDeclaration> applies) {
      this.applies = applies;
    }

    private static Predicate<TableDeclaration> has(String column) {
      return table -> Tables.columns(table.name()).names().contains(column);
    }

    private static Predicate<TableDeclaration> not(String column) {
      return has(column).negate();
    }

    /** The name of the query for a table. */
    String file(String table) {
      return Set.of(BY_STRETCH, OF_ITS_OWN, BY_SIGHTING).contains(this)
          ? table
          : name().toLowerCase(Locale.ROOT);
    }

    static RowSelection of(TableDeclaration table) {
      for (RowSelection next : values()) {
        if (next.applies.test(table)) {
          return next;
        }
      }
      throw new IllegalStateException(table.name());
    }
  }

  private PastTables(Moment seen, Moment gone) {
    this.seen = seen;
    this.gone = gone;
  }

  /** The queries of all tables at a moment. */
  public static PastTables at(Moment moment) {
    PastTables tables = new PastTables(moment, moment);
    Set<String> definitions = new TreeSet<>(SqlFiles.folder("derived").keySet());
    definitions.removeAll(Tables.optional());
    for (String name : inOrder()) {
      TableDeclaration table = Tables.declaration(name);
      if (!definitions.contains(name)) {
        tables.add(table, RowSelection.of(table));
      }
    }
    definitions.forEach(name -> tables.computed.put(name, definition(Tables.declaration(name))));
    return tables;
  }

  /**
   * The queries of the tables now: of those that an ingest fills, the rows of what is not gone. All
   * other tables are not among them, as their files have what they say now.
   */
  public static PastTables now() {
    return notGoneAt(NOW);
  }

  /**
   * The queries of tables that an ingest fills: their rows without those of what was gone at a
   * moment and has not come back since.
   */
  public static PastTables notGoneAt(Moment moment) {
    PastTables tables = new PastTables(NOW, moment);
    for (String name : inOrder()) {
      TableDeclaration table = Tables.declaration(name);
      boolean isIngested = table.madeBy().stream().anyMatch(verb -> verb.startsWith("ingest "));
      RowSelection cut =
          RowSelection.BY_LAYER.applies.test(table)
              ? RowSelection.BY_LAYER
              : RowSelection.of(table);
      cut = RowSelection.of(table) == RowSelection.OF_ITS_OWN ? RowSelection.OF_ITS_OWN : cut;
      if (isIngested && RowSelection.OF_PRESENCE.contains(cut)) {
        tables.add(table, cut);
      }
    }
    return tables;
  }

  /** All tables, each after those that its query reads. */
  private static Set<String> inOrder() {
    Set<String> names = new LinkedHashSet<>(FIRST);
    for (RowSelection cut : RowSelection.values()) {
      Tables.names().stream()
          .filter(name -> RowSelection.of(Tables.declaration(name)) == cut)
          .forEach(names::add);
    }
    return names;
  }

  private void add(TableDeclaration table, RowSelection cut) {
    stored.computeIfAbsent(THERE, name -> filled(SqlFiles.text(FOLDER, name), table));
    String helper = HELPERS.get(table.name());
    if (helper != null) {
      stored.put(helper, filled(SqlFiles.text(FOLDER, helper), table));
    }
    String folder = cut == RowSelection.BY_SIGHTING ? "ingest" : FOLDER;
    String query = SqlFiles.text(folder, cut.file(table.name()));
    (cut == RowSelection.BY_SAMPLE ? computed : stored).put(table.name(), filled(query, table));
  }

  /** The name of the query in {@code schemas/as-of} that selects a table's rows. */
  static String selectionQuery(String table) {
    return RowSelection.of(Tables.declaration(table)).file(table);
  }

  /**
   * Queries of tables that select from all rows, and of what decides which rows, by name. Each
   * follows those that it reads.
   */
  public Map<String, String> stored() {
    return Collections.unmodifiableMap(stored);
  }

  /**
   * Names of the queries of {@link #stored} that several tables read, and of views over them that a
   * report reads many times: worth computing once.
   */
  public static Set<String> helpers() {
    Set<String> helpers = new HashSet<>(HELPERS.values());
    helpers.add(THERE);
    helpers.addAll(List.of("waiting_layer", "unnamed_blob"));
    return helpers;
  }

  /** The table of a view of all its rows, or of this name. */
  public static String table(String view) {
    return view.startsWith(ALL_ROWS_PREFIX) ? view.substring(ALL_ROWS_PREFIX.length()) : view;
  }

  /**
   * Queries of tables that are computed from {@link #stored} and from the views of {@code schemas},
   * in the same form. They are expensive, so their rows are worth keeping.
   */
  public Map<String, String> computed() {
    return Collections.unmodifiableMap(computed);
  }

  private String filled(String query, TableDeclaration table) {
    String verbs =
        table.madeBy().stream().map(verb -> "'" + verb + "'").collect(Collectors.joining(", "));
    Map<String, String> values =
        Map.of(
            "every",
            ALL_ROWS_PREFIX + table.name(),
            "moment",
            seen.sql(),
            "gone",
            gone.sql(),
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
