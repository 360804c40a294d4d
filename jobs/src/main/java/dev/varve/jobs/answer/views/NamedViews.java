package dev.varve.jobs.answer.views;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names that a query may use: tables, and views with their SQL. An engine gets only the views that
 * a query needs.
 *
 * @param names all names, ordered so that a view comes after the names it may refer to
 * @param views SQL of views by name; names without SQL are tables
 */
public record NamedViews(Set<String> names, Map<String, String> views) {
  /** All names of a warehouse in its current state. */
  public static final NamedViews ALL = all();

  private static final String OPTIONAL = "optional";
  private static final String OTHERWISE = "otherwise";
  private static final Pattern NO_WORD = Pattern.compile("\\W+");

  private static NamedViews all() {
    Set<String> names = new LinkedHashSet<>(Tables.names());
    names.addAll(Tables.views());
    names.addAll(SqlFiles.folder("published").keySet());
    Map<String, String> views = new TreeMap<>(SqlFiles.folder("views"));
    views.putAll(SqlFiles.folder("published"));
    return new NamedViews(names, views);
  }

  /** A query, with the SQL of the reports that it names as views appended. */
  public static String withReports(String text) {
    return text + "\n" + String.join("\n", reportsIn(text).values());
  }

  /**
   * SQL of the reports that a query names as views, by these names, which have underscores for
   * dashes.
   */
  public static Map<String, String> reportsIn(String text) {
    Set<String> words = words(text);
    Map<String, String> reports = new TreeMap<>();
    SqlFiles.folder("reports")
        .forEach(
            (report, sql) -> {
              String name = ReportViews.name(report);
              if (words.contains(name)) {
                reports.put(name, sql);
              }
            });
    return reports;
  }

  /** The names that a query uses, directly or through views. */
  public Set<String> namedIn(String text) {
    return readIn(text, Set.of());
  }

  /**
   * The names that a query reads, directly or through views. A view may answer from a smaller
   * summary table; while that is up to date, its larger tables are left out.
   *
   * @param upToDate views whose summary table is up to date
   */
  public Set<String> readIn(String text, Set<String> upToDate) {
    Set<String> read = new HashSet<>();
    addRead(text, Set.of(), upToDate, read);
    return read;
  }

  /**
   * The summary table that a view reads while it is up to date, in place of larger tables. The
   * view's header names both: {@code optional: TABLE}, the summary, and {@code otherwise: TABLE}, a
   * larger one.
   */
  public Optional<String> summaryTable(String view) {
    return header(view, OTHERWISE).isEmpty()
        ? Optional.empty()
        : header(view, OPTIONAL).stream().findFirst();
  }

  private List<String> header(String view, String key) {
    return SqlFiles.header(views.getOrDefault(view, "")).getOrDefault(key, List.of());
  }

  /**
   * The names that a query needs for a correct answer. A table is left out if a view reads it only
   * for a column that the query does not name. The view's header says {@code optional: TABLE for
   * COLUMN}, or {@code optional: TABLE} if the table only makes answers faster.
   */
  public Set<String> neededBy(String text) {
    Set<String> needed = namedIn(text);
    Set<String> words = words(text);
    for (String view : List.copyOf(needed)) {
      for (String optional : header(view, OPTIONAL)) {
        List<String> tableAndColumn = List.of(optional.split(" for "));
        boolean onlyThisView =
            needed.stream()
                .filter(other -> !other.equals(view))
                .noneMatch(
                    other -> words(views.getOrDefault(other, "")).contains(tableAndColumn.get(0)));
        if (onlyThisView && tableAndColumn.stream().noneMatch(words::contains)) {
          needed.remove(tableAndColumn.get(0));
        }
      }
    }
    return needed;
  }

  private static Set<String> words(String text) {
    return NO_WORD
        .splitAsStream(SqlFiles.withoutComments(text).toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private void addRead(
      String text, Collection<String> ignored, Set<String> upToDate, Set<String> read) {
    Set<String> words = words(text);
    words.removeAll(ignored);
    for (String name : names) {
      if (words.contains(name) && read.add(name)) {
        List<String> replaced = upToDate.contains(name) ? header(name, OTHERWISE) : List.of();
        addRead(views.getOrDefault(name, ""), replaced, upToDate, read);
      }
    }
  }
}
