package dev.varve.jobs.answer.gate;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits on one column of a report, its gated column. The header of the report names it: {@code --
 * gate: COLUMN}.
 *
 * @param report name of the report
 * @param column name of the column whose values are compared with the limits
 * @param min what no value may be below, or null
 * @param max what no value may be above, or null
 */
public record Gate(String report, String column, @Nullable Bound min, @Nullable Bound max) {
  private static final String KEY = "gate";

  /** Row limit in a report's SQL, which a gate lifts to check all rows. */
  private static final Pattern ROW_LIMIT = Pattern.compile("/\\* rows \\*/ \\d+");

  /** Gated columns by the names of their reports; reports without a gate are left out. */
  static Map<String, String> columns() {
    Map<String, String> columns = new TreeMap<>();
    SqlFiles.folder("reports")
        .forEach(
            (report, sql) ->
                SqlFiles.header(sql)
                    .getOrDefault(KEY, List.of())
                    .forEach(column -> columns.put(report, column)));
    return columns;
  }

  /**
   * Reads the gate of a report; what is wrong with the options is added to the faults of the
   * settings.
   *
   * @param names the requested reports
   * @param min what no value may be below, as it was typed, or null
   * @param max what no value may be above, as it was typed, or null
   */
  public static Gate read(
      List<String> names, @Nullable String min, @Nullable String max, SettingReader faults) {
    Bound low = bound("--fail-below", min, faults);
    Bound high = bound("--fail-above", max, faults);
    Map<String, String> columns = columns();
    if (names.size() != 1) {
      faults.fault("--fail-below, --fail-above: name one report, not " + names.size());
    } else if (!columns.containsKey(names.get(0))) {
      faults.fault(
          "%s has no gate; these have: %s"
              .formatted(names.get(0), String.join(", ", columns.keySet())));
    }
    String report = String.join(" ", names);
    return new Gate(report, columns.getOrDefault(report, ""), low, high);
  }

  private static @Nullable Bound bound(String option, @Nullable String text, SettingReader faults) {
    try {
      return text == null ? null : Bound.of(text);
    } catch (IllegalArgumentException e) {
      faults.fault(option + ": " + PrintedText.visible(String.valueOf(e.getMessage())));
      return null;
    }
  }

  /**
   * Writes the rows that fail to a document, and the outcome to standard error.
   *
   * @param writesEmpty whether an answer is written even without failing rows, as programs that
   *     read it need
   * @param condition the condition of option {@code --where}, or null
   * @return whether any row fails
   * @throws NoInputException when there is no row to compare, or when all rows pass but their
   *     tables are older than the last ingest
   */
  public boolean writeFailures(
      Question question,
      Queries queries,
      Document document,
      boolean writesEmpty,
      @Nullable String condition)
      throws IOException {
    Map<String, String> stale = queries.staleIn(question.sql());
    GatedRows rows = new GatedRows(this, queries, writesEmpty, condition, stale);
    String all = ROW_LIMIT.matcher(question.sql()).replaceAll(String.valueOf(Integer.MAX_VALUE));
    queries.answers(List.of(new Question(report, all)), document.filteredBy(rows));
    System.err.println("varve: " + PrintedText.visible(rows.outcomeLine()));
    return rows.fails();
  }

  /**
   * Whether a value of the gated column is below the lower or above the upper limit, or unknown.
   */
  boolean fails(@Nullable Object value) {
    Integer low = min == null ? Integer.valueOf(0) : min.compare(value);
    Integer high = max == null ? Integer.valueOf(0) : max.compare(value);
    return low == null || high == null || low < 0 || high > 0;
  }

  /** Whether a limit is above 1, which no share can reach. */
  boolean exceedsShares() {
    return Stream.of(min, max).anyMatch(bound -> bound != null && bound.isAboveOne());
  }

  /** Whether a limit is given as a percentage. */
  boolean isPercentage() {
    return Stream.of(min, max).anyMatch(bound -> bound != null && bound.isPercent());
  }

  /** The column and the values of it that fail, such as {@code efficiency below 0.9}. */
  String words() {
    return column + " " + limits();
  }

  /** The values that fail, in words: {@code below 0.2 or above 0.9}. */
  String limits() {
    List<String> words = new ArrayList<>();
    if (min != null) {
      words.add("below " + min.text());
    }
    if (max != null) {
      words.add("above " + max.text());
    }
    return String.join(" or ", words);
  }
}
