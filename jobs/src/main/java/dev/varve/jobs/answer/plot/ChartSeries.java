package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the points of a series from its rows. */
record ChartSeries(Chart chart, AnswerRows text) {
  private static final Set<Chart.Kind> OVER_NUMBERS =
      Set.of(Chart.Kind.LINE, Chart.Kind.STEP, Chart.Kind.POINTS);
  private static final double HUNDRED = 100;

  /** Whether x is a numeric axis; otherwise its values are categories. */
  boolean isOverNumbers() {
    return OVER_NUMBERS.contains(chart.kind())
        && chart.of("x").size() == 1
        && text.column(chart.of("x").get(0)).figure().isQuantity();
  }

  /**
   * A series for each column of y.
   *
   * @param name of the group of rows; empty if all rows are in one group
   * @param before number of series made so far, from which the next colour follows
   * @param categories the values of x in their order; empty for a numeric axis
   */
  List<Plot.Series> of(
      String name, int before, List<String> categories, List<List<@Nullable Object>> rows) {
    List<Plot.Series> series = new ArrayList<>();
    List<String> columns = chart.of("y");
    // Curves of the same rows share a colour and differ by their dashes, which bars do not have.
    boolean shared = OVER_NUMBERS.contains(chart.kind()) && !name.isEmpty();
    for (int at = 0; at < columns.size(); at++) {
      String column = columns.get(at);
      String measure = columns.size() > 1 ? Chart.words(column) : "";
      List<String> interval =
          at > 0 || chart.of("low").isEmpty()
              ? List.of()
              : List.of(chart.of("low").get(0), chart.of("high").get(0));
      List<Plot.Point> marks = new ArrayList<>();
      for (String mark : at > 0 ? List.<String>of() : chart.of("mark")) {
        marks.addAll(points(mark, name + " " + Chart.words(mark), List.of(), categories, rows));
      }
      int colour = shared ? before / columns.size() : before + at;
      Plot.Series one = new Plot.Series(name, measure, colour, shared ? at : 0, List.of(), marks);
      List<Plot.Point> points = points(column, one.whole(), interval, categories, rows);
      series.add(new Plot.Series(name, measure, colour, one.dash(), points, marks));
    }
    return series;
  }

  private List<Plot.Point> points(
      String column,
      String name,
      List<String> interval,
      List<String> categories,
      List<List<@Nullable Object>> rows) {
    String x = chart.of("x").get(0);
    List<Plot.Point> points = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      double value = text.number(column, row);
      int category = categories.indexOf(text.joined(chart.of("x"), row));
      double place =
          isOverNumbers() ? text.number(x, row) : category < 0 ? Double.NaN : (double) category;
      if (Double.isNaN(value) || Double.isNaN(place)) {
        continue;
      }
      double low = interval.isEmpty() ? value : text.number(interval.get(0), row);
      double high = interval.isEmpty() ? value : text.number(interval.get(1), row);
      boolean exact = Double.isNaN(low) || Double.isNaN(high);
      String said = words(name, column, exact ? List.of() : interval, row);
      points.add(new Plot.Point(place, value, exact ? value : low, exact ? value : high, said));
    }
    return points;
  }

  private String words(
      String name, String column, List<String> interval, List<@Nullable Object> row) {
    StringBuilder words = new StringBuilder(name.isBlank() ? "" : name.strip() + ": ");
    words.append(text.text(column, row)).append(" at ");
    words.append(
        isOverNumbers() ? text.said(chart.of("x").get(0), row) : text.joined(chart.of("x"), row));
    if (!interval.isEmpty()) {
      words.append(" (").append(text.text(interval.get(0), row)).append(" to ");
      words.append(text.text(interval.get(1), row)).append(')');
    }
    for (String label : chart.of("label")) {
      String said = text.said(label, row);
      words.append(said.isEmpty() ? "" : ", " + said);
    }
    return words.toString();
  }

  /**
   * The series of a cumulative distribution. A percentile is a point: x is its value, y the share
   * that its column name states.
   */
  Plot.Series quantiles(
      String name, int colour, ColumnUnit figure, List<List<@Nullable Object>> rows) {
    return new Plot.Series(
        name,
        "",
        colour,
        0,
        shares(chart.of("y"), name, figure, rows),
        shares(chart.of("mark"), name, figure, rows));
  }

  private List<Plot.Point> shares(
      List<String> columns, String name, ColumnUnit figure, List<List<@Nullable Object>> rows) {
    List<Plot.Point> points = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      for (String column : columns) {
        double value = text.number(column, row);
        if (!Double.isNaN(value)) {
          double share = share(column);
          String said =
              "%s: %s %s"
                  .formatted(name, Chart.words(column), figure.readable(text.raw(column, row)));
          points.add(new Plot.Point(value, share, share, share, said));
        }
      }
    }
    return points;
  }

  /** The quantile in the name of a column: min is 0, max is 1, p90 is 0.9. */
  static double share(String column) {
    for (String word : column.split("_")) {
      if (word.equals("min") || word.equals("max")) {
        return word.equals("min") ? 0 : 1;
      }
      if (word.matches("p[0-9]+")) {
        return Integer.parseInt(word.substring(1)) / HUNDRED;
      }
    }
    throw new IllegalArgumentException("no percentile: " + column);
  }
}
