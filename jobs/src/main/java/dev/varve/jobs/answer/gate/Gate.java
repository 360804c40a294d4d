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
 * The limits of one column. A report's gated column is in its header: {@code -- gate: COLUMN}.
 *
 * @param report its name
 * @param column the one that is compared with the limits
 * @param least what no value may be below, or null
 * @param most what no value may be above, or null
 */
public record Gate(String report, String column, @Nullable Bound least, @Nullable Bound most) {
  private static final String KEY = "gate";

  /** Number of rows that a report prints; a gate checks all of them. */
  private static final Pattern PRINTED = Pattern.compile("/\\* rows \\*/ \\d+");

  /** The column of each report that has one, by the report's name. */
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
   * The gate of a report; adds to the settings' faults what is wrong with it.
   *
   * @param names the requested reports
   * @param least what no value may be below, as it was typed, or null
   * @param most what no value may be above, as it was typed, or null
   */
  public static Gate read(
      List<String> names, @Nullable String least, @Nullable String most, SettingReader faults) {
    Bound low = bound("--fail-below", least, faults);
    Bound high = bound("--fail-above", most, faults);
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
   * @param always whether the document has an answer even without failing rows, as programs need it
   * @param condition the requested set, or null
   * @return whether any row fails
   * @throws NoInputException when there is nothing to compare, or when none fails of rows that are
   *     older than what was ingested
   */
  public boolean fails(
      Question question,
      Queries queries,
      Document document,
      boolean always,
      @Nullable String condition)
      throws IOException {
    Map<String, String> stale = queries.staleIn(question.sql());
    GatedRows rows = new GatedRows(this, queries, always, condition, stale);
    String all = PRINTED.matcher(question.sql()).replaceAll(String.valueOf(Integer.MAX_VALUE));
    queries.answers(List.of(new Question(report, all)), document.filteredBy(rows));
    System.err.println("varve: " + PrintedText.visible(rows.line()));
    return rows.fails();
  }

  /** Whether a value fails; one that is not known does. */
  boolean fails(@Nullable Object value) {
    Integer low = least == null ? Integer.valueOf(0) : least.compare(value);
    Integer high = most == null ? Integer.valueOf(0) : most.compare(value);
    return low == null || high == null || low < 0 || high > 0;
  }

  /** Whether a limit is above 1, which no share can reach. */
  boolean isBeyondShares() {
    return Stream.of(least, most).anyMatch(bound -> bound != null && bound.isAboveOne());
  }

  /** Whether a limit is given as a percentage. */
  boolean isOfShares() {
    return Stream.of(least, most).anyMatch(bound -> bound != null && bound.isPercent());
  }

  /** The column and its limits in words. */
  String words() {
    return column + " " + limits();
  }

  /** The limits in words. */
  String limits() {
    List<String> words = new ArrayList<>();
    if (least != null) {
      words.add("below " + least.text());
    }
    if (most != null) {
      words.add("above " + most.text());
    }
    return String.join(" or ", words);
  }
}
