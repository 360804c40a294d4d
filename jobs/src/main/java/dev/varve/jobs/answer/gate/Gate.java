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
import java.util.HashMap;
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
   * Reads the gates of the requested reports, in their order; what is wrong with the options is
   * added to the faults of the settings. A limit is that of the only report, or {@code REPORT=X}.
   *
   * @param names the requested reports
   * @param mins what no value may be below, as typed
   * @param maxs what no value may be above, as typed
   */
  public static List<Gate> read(
      List<String> names, List<String> mins, List<String> maxs, SettingReader faults) {
    Map<String, String> low = limits("--fail-below", names, mins, faults);
    Map<String, String> high = limits("--fail-above", names, maxs, faults);
    Map<String, String> columns = columns();
    List<Gate> gates = new ArrayList<>();
    for (String report : names) {
      if (!columns.containsKey(report)) {
        faults.fault(
            "%s has no gate; these have: %s"
                .formatted(report, String.join(", ", columns.keySet())));
      } else if (names.size() > 1 && !low.containsKey(report) && !high.containsKey(report)) {
        faults.fault(
            "--fail-below, --fail-above: give %s=X too, or leave it out".formatted(report));
      }
      gates.add(
          new Gate(
              report,
              columns.getOrDefault(report, ""),
              bound("--fail-below", low.get(report), faults),
              bound("--fail-above", high.get(report), faults)));
    }
    return gates;
  }

  /** The limits of an option by report. */
  private static Map<String, String> limits(
      String option, List<String> names, List<String> texts, SettingReader faults) {
    Map<String, String> limits = new HashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      String report = equals < 0 ? String.join(" ", names) : text.substring(0, equals);
      if (equals < 0 && names.size() != 1) {
        faults.fault(
            option
                + ": name one report, not "
                + names.size()
                + "; of several, give REPORT=X of each");
      } else if (!names.contains(report)) {
        faults.fault(option + ": " + PrintedText.visible(report) + " is no report of this call");
      } else if (limits.put(report, text.substring(equals + 1)) != null) {
        faults.fault(option + ": " + report + " has two limits");
      }
    }
    return limits;
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
   * Writes the rows that fail to a document, and the outcome of each gate to standard error.
   *
   * @param questions the reports of the gates, in their order
   * @param writesEmpty whether an answer is written even without failing rows, as programs that
   *     read it need
   * @param condition the condition of option {@code --where}, or null
   * @return whether any row fails
   * @throws NoInputException if no row fails, and a gate has no row to compare, or rows of tables
   *     older than the last ingest only
   */
  public static boolean writeFailures(
      List<Gate> gates,
      List<Question> questions,
      Queries queries,
      Document document,
      boolean writesEmpty,
      @Nullable String condition)
      throws IOException {
    List<GatedRows> rows = new ArrayList<>();
    List<Question> whole = new ArrayList<>();
    for (int at = 0; at < gates.size(); at++) {
      String sql = questions.get(at).sql();
      rows.add(new GatedRows(gates.get(at), queries, writesEmpty, condition, queries.staleIn(sql)));
      String all = ROW_LIMIT.matcher(sql).replaceAll(String.valueOf(Integer.MAX_VALUE));
      whole.add(new Question(gates.get(at).report(), all));
    }
    queries.answers(whole, document.filteredBy(new GatedAnswers(rows)));
    return rows.stream().anyMatch(GatedRows::fails);
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
