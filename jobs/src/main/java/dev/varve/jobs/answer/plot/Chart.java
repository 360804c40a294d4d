package dev.varve.jobs.answer.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Drawing of a report's rows, from a line of its header:
 *
 * <pre>{@code
 * -- chart: line x=failed y=availability low=low high=high series=scheme panel=redundancy; Availability
 * }</pre>
 *
 * <p>Several columns are joined by a plus sign. What stands behind the semicolon is the caption.
 *
 * @param kind first word: what is drawn
 * @param columns role to the columns that play it: x and y; low and high, the ends of y's interval.
 *     Then {@code mark}, figures drawn alongside y as single points, such as printed ones; series,
 *     whose values part the rows into curves or bars of one colour. Then {@code panel}, whose
 *     values part them into plots; label, what a point is said to be
 * @param where column to the values that a row must have one of, {@code where=source:counted}.
 *     Several are joined by a vertical bar, - is no value, ! before one excludes it, and a blank is
 *     written as _
 * @param logarithmic which of x and y have a logarithmic scale
 * @param top how many values of x are drawn at most, the first ones
 * @param caption in words; empty where the columns say it
 */
public record Chart(
    Kind kind,
    Map<String, List<String>> columns,
    Map<String, List<String>> where,
    Set<String> logarithmic,
    int top,
    String caption) {
  /** The form of the chart. */
  public enum Kind {
    /** Points joined by lines, over their intervals. */
    LINE,
    /** Points joined by steps: y is constant until the next x. */
    STEP,
    /** Points by themselves, with their intervals. */
    POINTS,
    /**
     * One curve a row. Columns y are its percentiles: a percentile is drawn at its value,
     * horizontally, and at the share of values below it, vertically.
     */
    CDF,
    /** Horizontal bars, one for each value of x and each series. */
    BARS,
    /** Horizontal bars; those of one x stand in a row. */
    STACKED_BARS,
    /** Points at the values of x, with their intervals. */
    DOTS,
    /** Standing bars, for values of x that have an order. */
    COLUMNS,
    /** Standing bars, those of one x on each other. */
    STACKED_COLUMNS,
    /** The part of the previous amount that each stage leaves: y are both. */
    WATERFALL;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final Set<String> ROLES =
      Set.of("x", "y", "low", "high", "mark", "series", "panel", "label");
  private static final int USUAL_TOP = 24;

  /**
   * Reads the value of a line.
   *
   * @throws IllegalArgumentException when a word is unknown, or something needed is missing
   */
  public static Chart read(String line) {
    String[] parts = line.split(";\\s*", 2);
    List<String> words = List.of(parts[0].strip().split(" +"));
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(one -> one.word().equals(words.get(0)))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no kind of chart: " + words.get(0)));
    Map<String, List<String>> columns = new HashMap<>();
    Map<String, List<String>> where = new HashMap<>();
    Set<String> logarithmic = Set.of();
    int top = USUAL_TOP;
    for (String word : words.subList(1, words.size())) {
      String[] pair = word.split("=", 2);
      List<String> values = pair.length == 2 ? List.of(pair[1].split("\\+")) : List.of();
      if (pair.length == 2 && pair[0].equals("where")) {
        String[] condition = pair[1].split(":", 2);
        where.put(condition[0], List.of(condition[1].replace('_', ' ').split("\\|")));
      } else if (pair[0].equals("log") && Set.of("x", "y").containsAll(values)) {
        logarithmic = Set.copyOf(values);
      } else if (pair[0].equals("top") && pair.length == 2) {
        top = Integer.parseInt(pair[1]);
      } else if (ROLES.contains(pair[0]) && !values.isEmpty() && !values.contains("")) {
        columns.put(pair[0], values);
      } else {
        throw new IllegalArgumentException("a chart has no " + word);
      }
    }
    String caption = parts.length > 1 ? parts[1].strip() : "";
    Chart chart =
        new Chart(kind, Map.copyOf(columns), Map.copyOf(where), logarithmic, top, caption);
    chart.check();
    return chart;
  }

  private void check() {
    boolean quantiles = kind == Kind.CDF;
    if (of("y").isEmpty() || of("x").isEmpty() != quantiles) {
      throw new IllegalArgumentException("a chart needs x and y, a cdf y alone: " + this);
    }
    if (of("low").size() != of("high").size() || (kind == Kind.WATERFALL && of("y").size() != 2)) {
      throw new IllegalArgumentException("one of two columns is missing: " + this);
    }
  }

  /** The columns of a role; empty where there is none. */
  public List<String> of(String role) {
    return columns.getOrDefault(role, List.of());
  }

  /** Every column that is named. */
  public Set<String> named() {
    return Stream.concat(columns.values().stream().flatMap(List::stream), where.keySet().stream())
        .collect(Collectors.toSet());
  }

  /** The caption, or one made of the columns. */
  String title() {
    if (!caption.isEmpty()) {
      return caption;
    }
    List<String> words = new ArrayList<>(of("y").stream().map(Chart::words).toList());
    String y = String.join(", ", words);
    return of("x").isEmpty() ? y : y + " by " + words(of("x").get(0));
  }

  /** A column's name as words. */
  static String words(String column) {
    return column.replace('_', ' ');
  }
}
