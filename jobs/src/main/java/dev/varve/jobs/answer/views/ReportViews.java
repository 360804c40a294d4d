package dev.varve.jobs.answer.views;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names and SQL of reports as views, in addition to the tables and views of a warehouse. */
public final class ReportViews {
  /** Start of the common table expressions of a report. */
  private static final Pattern WITH = Pattern.compile("^WITH\\s+", Pattern.MULTILINE);

  private static final Pattern NO_WORD = Pattern.compile("\\W+");

  private ReportViews() {}

  /**
   * The name of a report's view: underscores for dashes, and {@code _report} appended if a table or
   * view has that name.
   */
  public static String name(String report) {
    String name = report.replace('-', '_');
    return NamedViews.ALL.names().contains(name) ? name + "_report" : name;
  }

  /**
   * The SQL of a report in which some tables have no rows: common table expressions of their names
   * hide them.
   *
   * @param emptyTable gives a query without rows that has the columns of a table
   */
  public static String withoutRowsOf(
      Set<String> tables, String report, UnaryOperator<String> emptyTable) {
    Set<String> words =
        NO_WORD.splitAsStream(SqlFiles.withoutComments(report)).collect(Collectors.toSet());
    List<String> named = tables.stream().filter(words::contains).sorted().toList();
    if (named.isEmpty()) {
      return report;
    }
    String emptyTables =
        named.stream()
            .map(table -> "%s AS (%s)".formatted(table, emptyTable.apply(table)))
            .collect(Collectors.joining(",\n", "WITH\n", ""));
    Matcher with = WITH.matcher(report);
    return with.find()
        ? with.replaceFirst(Matcher.quoteReplacement(emptyTables + ",\n"))
        : emptyTables + "\n" + report;
  }

  /** The SQL of a report in which some tables have no rows, in Spark's SQL. */
  public static String withoutRowsOf(Set<String> tables, String report) {
    return withoutRowsOf(tables, report, ReportViews::emptyTable);
  }

  private static String emptyTable(String table) {
    return Tables.declaration(table).columns().entrySet().stream()
        .map(column -> "CAST(NULL AS %s) AS `%s`".formatted(column.getValue(), column.getKey()))
        .collect(Collectors.joining(", ", "SELECT ", " WHERE false"));
  }
}
