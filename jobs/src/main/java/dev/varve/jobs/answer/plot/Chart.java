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
 * Plot that a report requests, from a line {@code chart:} in its header:
 *
 * <pre>{@code
 * -- chart: line x=failed y=availability low=low high=high series=scheme panel=redundancy; Availability
 * }</pre>
 *
 * <p>The first word is the kind; the other words give columns their roles. Several columns of a
 * role are joined by a plus sign. The text behind the semicolon is the caption.
 *
 * @param kind form of the plot
 * @param columns columns by role. Roles x and y are the coordinates; low and high are the ends of
 *     y's interval. Columns of {@code mark} are drawn alongside y as single points, such as figures
 *     printed in a paper. Each value of series is a curve, or bars of one colour; each value of
 *     {@code panel} is a plot of its own. Columns of label are added to the tooltip of a point
 * @param where conditions on rows, {@code where=source:counted}: the allowed values by column.
 *     Several values are joined by a vertical bar; - is null, ! before a value excludes it, and _
 *     stands for a blank
 * @param logarithmic the roles, of x and y, with a logarithmic scale
 * @param maxCategories number of categories drawn at most, the first ones
 * @param caption title of the plot; empty for one made of the column names
 */
public record Chart(
    Kind kind,
    Map<String, List<String>> columns,
    Map<String, List<String>> where,
    Set<String> logarithmic,
    int maxCategories,
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
     * Cumulative distribution, one curve a row. Columns y are percentiles: the value of one is its
     * horizontal position, the share of values below it is its vertical position.
     */
    CDF,
    /** Horizontal bars, one for each value of x and each series. */
    BARS,
    /** Horizontal bars; the bars of one x are joined end to end. */
    STACKED_BARS,
    /**
     * Points in horizontal lanes, one for each value of x and each series, with their intervals.
     */
    DOTS,
    /** Vertical bars, for values of x that have an order. */
    COLUMNS,
    /** Vertical bars; the bars of one x are stacked. */
    STACKED_COLUMNS,
    /**
     * Vertical bars for successive stages, from the amount before a stage to the amount after it:
     * the two columns of y.
     */
    WATERFALL;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final Set<String> ROLES =
      Set.of("x", "y", "low", "high", "mark", "series", "panel", "label");

  /** Number of categories drawn if the line has no {@code top=}. */
  private static final int DEFAULT_CATEGORIES = 24;

  /**
   * Reads the value of a line {@code chart:}.
   *
   * @throws IllegalArgumentException when a word is unknown, or something needed is missing
   */
  public static Chart read(String line) {
    String[] parts = line.split(";\\s*", 2);
    List<String> words = List.of(parts[0].strip().split(" +"));
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(candidate -> candidate.word().equals(words.get(0)))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no kind of chart: " + words.get(0)));
    Map<String, List<String>> columns = new HashMap<>();
    Map<String, List<String>> where = new HashMap<>();
    Set<String> logarithmic = Set.of();
    int maxCategories = DEFAULT_CATEGORIES;
    for (String word : words.subList(1, words.size())) {
      String[] pair = word.split("=", 2);
      List<String> values = pair.length == 2 ? List.of(pair[1].split("\\+")) : List.of();
      if (pair.length == 2 && pair[0].equals("where")) {
        String[] condition = pair[1].split(":", 2);
        where.put(condition[0], List.of(condition[1].replace('_', ' ').split("\\|")));
      } else if (pair[0].equals("log") && Set.of("x", "y").containsAll(values)) {
        logarithmic = Set.copyOf(values);
      } else if (pair[0].equals("top") && pair.length == 2) {
        maxCategories = Integer.parseInt(pair[1]);
      } else if (ROLES.contains(pair[0]) && !values.isEmpty() && !values.contains("")) {
        columns.put(pair[0], values);
      } else {
        throw new IllegalArgumentException("a chart has no " + word);
      }
    }
    String caption = parts.length > 1 ? parts[1].strip() : "";
    Chart chart =
        new Chart(
            kind, Map.copyOf(columns), Map.copyOf(where), logarithmic, maxCategories, caption);
    chart.check();
    return chart;
  }

  private void check() {
    boolean quantiles = kind == Kind.CDF;
    if (columnsOf("y").isEmpty() || columnsOf("x").isEmpty() != quantiles) {
      throw new IllegalArgumentException("a chart needs x and y, a cdf y alone: " + this);
    }
    if (columnsOf("low").size() != columnsOf("high").size()
        || (kind == Kind.WATERFALL && columnsOf("y").size() != 2)) {
      throw new IllegalArgumentException("one of two columns is missing: " + this);
    }
  }

  /** The columns of a role; empty where there is none. */
  public List<String> columnsOf(String role) {
    return columns.getOrDefault(role, List.of());
  }

  /** All columns that the line names. */
  public Set<String> namedColumns() {
    return Stream.concat(columns.values().stream().flatMap(List::stream), where.keySet().stream())
        .collect(Collectors.toSet());
  }

  /** The caption, or one made of the columns. */
  String title() {
    if (!caption.isEmpty()) {
      return caption;
    }
    List<String> words = new ArrayList<>(columnsOf("y").stream().map(Chart::asWords).toList());
    String y = String.join(", ", words);
    return columnsOf("x").isEmpty() ? y : y + " by " + asWords(columnsOf("x").get(0));
  }

  /** A column's name as words. */
  static String asWords(String column) {
    return column.replace('_', ' ');
  }
}
