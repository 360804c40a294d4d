package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the series of a plot from groups of rows, for {@link ChartRows}. */
record ChartSeries(Chart chart, AnswerRows values) {
  private static final Set<Chart.Kind> OVER_NUMBERS =
      Set.of(Chart.Kind.LINE, Chart.Kind.STEP, Chart.Kind.POINTS);
  private static final double PERCENT = 100;

  /** Whether x is a numeric axis; otherwise its values are categories. */
  boolean isOverNumbers() {
    return OVER_NUMBERS.contains(chart.kind())
        && chart.columnsOf("x").size() == 1
        && values.column(chart.columnsOf("x").get(0)).unit().isQuantity();
  }

  /**
   * A series for each column of y.
   *
   * @param name of the group of rows; empty if all rows are in one group
   * @param seriesBefore number of series made so far, from which the next colour follows
   * @param categories the values of x in their order; empty for a numeric axis
   */
  List<Plot.Series> series(
      String name, int seriesBefore, List<String> categories, List<List<@Nullable Object>> rows) {
    List<Plot.Series> series = new ArrayList<>();
    List<String> columns = chart.columnsOf("y");
    // Curves of the same rows share a colour and differ by their dashes, which bars do not have.
    boolean sharesColour = OVER_NUMBERS.contains(chart.kind()) && !name.isEmpty();
    for (int at = 0; at < columns.size(); at++) {
      String column = columns.get(at);
      String measure = columns.size() > 1 ? Chart.asWords(column) : "";
      List<String> interval =
          at > 0 || chart.columnsOf("low").isEmpty()
              ? List.of()
              : List.of(chart.columnsOf("low").get(0), chart.columnsOf("high").get(0));
      List<Plot.Point> marks = new ArrayList<>();
      for (String mark : at > 0 ? List.<String>of() : chart.columnsOf("mark")) {
        marks.addAll(points(mark, name + " " + Chart.asWords(mark), List.of(), categories, rows));
      }
      int colour = sharesColour ? seriesBefore / columns.size() : seriesBefore + at;
      Plot.Series nameless =
          new Plot.Series(name, measure, colour, sharesColour ? at : 0, List.of(), marks);
      List<Plot.Point> points = points(column, nameless.fullName(), interval, categories, rows);
      series.add(new Plot.Series(name, measure, colour, nameless.dash(), points, marks));
    }
    return series;
  }

  private List<Plot.Point> points(
      String column,
      String name,
      List<String> interval,
      List<String> categories,
      List<List<@Nullable Object>> rows) {
    String x = chart.columnsOf("x").get(0);
    List<Plot.Point> points = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      double value = values.number(column, row);
      int category = categories.indexOf(values.joined(chart.columnsOf("x"), row));
      double position =
          isOverNumbers() ? values.number(x, row) : category < 0 ? Double.NaN : (double) category;
      if (Double.isNaN(value) || Double.isNaN(position)) {
        continue;
      }
      double low = interval.isEmpty() ? value : values.number(interval.get(0), row);
      double high = interval.isEmpty() ? value : values.number(interval.get(1), row);
      boolean exact = Double.isNaN(low) || Double.isNaN(high);
      String tooltip = tooltip(name, column, exact ? List.of() : interval, row);
      points.add(
          new Plot.Point(position, value, exact ? value : low, exact ? value : high, tooltip));
    }
    return points;
  }

  private String tooltip(
      String name, String column, List<String> interval, List<@Nullable Object> row) {
    StringBuilder words = new StringBuilder(name.isBlank() ? "" : name.strip() + ": ");
    words.append(values.printed(column, row)).append(" at ");
    words.append(
        isOverNumbers()
            ? values.named(chart.columnsOf("x").get(0), row)
            : values.joined(chart.columnsOf("x"), row));
    if (!interval.isEmpty()) {
      words.append(" (").append(values.printed(interval.get(0), row)).append(" to ");
      words.append(values.printed(interval.get(1), row)).append(')');
    }
    for (String label : chart.columnsOf("label")) {
      String tooltip = values.named(label, row);
      words.append(tooltip.isEmpty() ? "" : ", " + tooltip);
    }
    return words.toString();
  }

  /**
   * The series of a cumulative distribution. A percentile is a point: x is its value, y the share
   * that its column name states.
   */
  Plot.Series quantiles(
      String name, int colour, ColumnUnit unit, List<List<@Nullable Object>> rows) {
    return new Plot.Series(
        name,
        "",
        colour,
        0,
        quantilePoints(chart.columnsOf("y"), name, unit, rows),
        quantilePoints(chart.columnsOf("mark"), name, unit, rows));
  }

  private List<Plot.Point> quantilePoints(
      List<String> columns, String name, ColumnUnit unit, List<List<@Nullable Object>> rows) {
    List<Plot.Point> points = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      for (String column : columns) {
        double value = values.number(column, row);
        if (!Double.isNaN(value)) {
          double share = share(column);
          String tooltip =
              "%s: %s %s"
                  .formatted(name, Chart.asWords(column), unit.readable(values.raw(column, row)));
          points.add(new Plot.Point(value, share, share, share, tooltip));
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
        return Integer.parseInt(word.substring(1)) / PERCENT;
      }
    }
    throw new IllegalArgumentException("no percentile: " + column);
  }
}
