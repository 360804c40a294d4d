package dev.varve.jobs.answer.gate;

import dev.varve.jobs.answer.selection.Question;
import dev.varve.jobs.warehouse.schema.SqlFiles;
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
record Gate(String report, String column, @Nullable Bound least, @Nullable Bound most) {
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

  /** The question without an end to its rows. */
  static Question whole(Question question) {
    return new Question(
        question.name(),
        PRINTED.matcher(question.sql()).replaceAll(String.valueOf(Integer.MAX_VALUE)));
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
