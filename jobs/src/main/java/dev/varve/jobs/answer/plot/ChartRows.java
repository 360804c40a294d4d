package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes plots from the rows of an answer. The rows are filtered, then split into panels, a panel
 * into series, and a series into points.
 */
final class ChartRows {
  /** Number of series that are drawn, one for each colour. */
  private static final int MOST_SERIES = 10;

  /** Sign before a value that a condition excludes. */
  private static final String NOT = "!";

  private final Chart chart;
  private final AnswerRows text;
  private final ChartSeries points;
  private final List<List<@Nullable Object>> rows;

  /**
   * The rows that meet the conditions of a chart.
   *
   * @throws IllegalArgumentException when it names a column that the answer does not have
   */
  ChartRows(Chart chart, Answer answer, List<List<@Nullable Object>> all) {
    this.chart = chart;
    this.text = new AnswerRows(answer);
    this.points = new ChartSeries(chart, text);
    chart.named().forEach(text::column);
    this.rows = all.stream().filter(this::isChosen).toList();
  }

  private boolean isChosen(List<@Nullable Object> row) {
    return chart.where().entrySet().stream()
        .allMatch(
            condition -> {
              Object value = text.raw(condition.getKey(), row);
              String word = value == null ? "-" : String.valueOf(value).replace('_', ' ');
              return condition.getValue().stream()
                  .anyMatch(
                      one -> one.startsWith(NOT) ? !one.equals(NOT + word) : one.equals(word));
            });
  }

  /** The plots that have any points. */
  List<Plot> plots() {
    List<Plot> plots = new ArrayList<>();
    parted(chart.of("panel"), rows)
        .forEach(
            (panel, own) ->
                byFigure(own).forEach((figure, some) -> plots.add(plot(panel, figure, some))));
    return plots.stream().filter(plot -> !plot.isEmpty()).toList();
  }

  /**
   * Groups rows by the values of some columns. Columns with one value in all rows are left out of
   * the names of the groups.
   */
  private Map<String, List<List<@Nullable Object>>> parted(
      List<String> columns, List<List<@Nullable Object>> some) {
    List<String> varying =
        columns.stream()
            .filter(
                column -> some.stream().map(row -> text.text(column, row)).distinct().count() > 1)
            .toList();
    return some.stream()
        .collect(
            Collectors.groupingBy(
                row -> name(varying, row), LinkedHashMap::new, Collectors.toList()));
  }

  private String name(List<String> columns, List<@Nullable Object> row) {
    String name =
        columns.stream()
            .map(column -> text.said(column, row))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.joining(", "));
    return name.isEmpty() && !columns.isEmpty() ? "no " + Chart.words(columns.get(0)) : name;
  }

  /**
   * Groups rows by the unit of y: there are several units if a column names the unit of each row.
   */
  private Map<ColumnUnit, List<List<@Nullable Object>>> byFigure(
      List<List<@Nullable Object>> some) {
    String y = chart.of("y").get(0);
    return some.stream()
        .collect(
            Collectors.groupingBy(
                row -> text.figure(y, row), LinkedHashMap::new, Collectors.toList()));
  }

  private Plot plot(String panel, ColumnUnit figure, List<List<@Nullable Object>> some) {
    boolean quantiles = chart.kind() == Chart.Kind.CDF;
    List<String> categories = quantiles || points.isOverNumbers() ? List.of() : categories(some);
    Map<String, List<List<@Nullable Object>>> parts = parted(chart.of("series"), some);
    List<Plot.Series> all = new ArrayList<>();
    for (Map.Entry<String, List<List<@Nullable Object>>> part : parts.entrySet()) {
      all.addAll(
          quantiles
              ? List.of(points.quantiles(part.getKey(), all.size(), figure, part.getValue()))
              : points.of(part.getKey(), all.size(), categories, part.getValue()));
    }
    List<Plot.Series> series =
        all.stream().filter(one -> !one.points().isEmpty() || !one.marks().isEmpty()).toList();
    return new Plot(
        chart.kind(),
        panel.isEmpty() ? chart.title() : chart.title() + ": " + panel,
        quantiles ? across(figure) : axis("x"),
        quantiles ? axis("share at or below", ColumnUnit.RATIO, "y") : axis("y"),
        categories,
        series.stream().limit(MOST_SERIES).toList(),
        chart.of("mark").stream().map(Chart::words).collect(Collectors.joining(", ")),
        Math.max(0, series.size() - MOST_SERIES));
  }

  private List<String> categories(List<List<@Nullable Object>> some) {
    return some.stream()
        .map(row -> text.joined(chart.of("x"), row))
        .distinct()
        .limit(chart.top())
        .toList();
  }

  /**
   * The horizontal axis of a cumulative distribution, in one unit. An axis of shares is always
   * linear, as shares lie between 0 and 1.
   */
  private Plot.Axis across(ColumnUnit figure) {
    String unit = figure.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return figure == ColumnUnit.RATIO
        ? new Plot.Axis(unit, figure, Plot.Scaling.LINEAR)
        : axis(unit, figure, "x");
  }

  private Plot.Axis axis(String role) {
    List<String> columns = chart.of(role);
    String label = columns.size() > 1 ? "" : columns.get(0);
    return axis(label, text.column(columns.get(0)).figure(), role);
  }

  private Plot.Axis axis(String label, ColumnUnit figure, String role) {
    boolean logarithmic = chart.logarithmic().contains(role);
    return new Plot.Axis(
        Chart.words(label), figure, logarithmic ? Plot.Scaling.LOGARITHMIC : Plot.Scaling.LINEAR);
  }
}
