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
 * Makes the plots of one chart line from the rows of an answer, for {@link Plots}. The rows are
 * filtered, then split into panels, a panel into series, and a series into points.
 */
final class ChartRows {
  /** Number of series that are drawn, one for each colour. */
  private static final int MAX_SERIES = 10;

  /** Sign before a value that a condition excludes. */
  private static final String NOT = "!";

  private final Chart chart;
  private final AnswerRows values;
  private final ChartSeries seriesMaker;
  private final List<List<@Nullable Object>> rows;

  /**
   * The rows that meet the conditions of a chart.
   *
   * @throws IllegalArgumentException when it names a column that the answer does not have
   */
  ChartRows(Chart chart, Answer answer, List<List<@Nullable Object>> all) {
    this.chart = chart;
    this.values = new AnswerRows(answer);
    this.seriesMaker = new ChartSeries(chart, values);
    chart.namedColumns().forEach(values::column);
    this.rows = all.stream().filter(this::isChosen).toList();
  }

  private boolean isChosen(List<@Nullable Object> row) {
    return chart.where().entrySet().stream()
        .allMatch(
            condition -> {
              Object value = values.raw(condition.getKey(), row);
              String word = value == null ? "-" : String.valueOf(value).replace('_', ' ');
              return condition.getValue().stream()
                  .anyMatch(
                      one -> one.startsWith(NOT) ? !one.equals(NOT + word) : one.equals(word));
            });
  }

  /** The plots that have any points. */
  List<Plot> plots() {
    List<Plot> plots = new ArrayList<>();
    groupedByValues(chart.columnsOf("panel"), rows)
        .forEach(
            (panel, panelRows) ->
                groupedByUnit(panelRows)
                    .forEach((unit, group) -> plots.add(plot(panel, unit, group))));
    return plots.stream().filter(plot -> !plot.isEmpty()).toList();
  }

  /**
   * Groups rows by the values of some columns. Columns with one value in all rows are left out of
   * the names of the groups.
   */
  private Map<String, List<List<@Nullable Object>>> groupedByValues(
      List<String> columns, List<List<@Nullable Object>> group) {
    List<String> varying =
        columns.stream()
            .filter(
                column ->
                    group.stream().map(row -> values.printed(column, row)).distinct().count() > 1)
            .toList();
    return group.stream()
        .collect(
            Collectors.groupingBy(
                row -> name(varying, row), LinkedHashMap::new, Collectors.toList()));
  }

  private String name(List<String> columns, List<@Nullable Object> row) {
    String name =
        columns.stream()
            .map(column -> values.named(column, row))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.joining(", "));
    return name.isEmpty() && !columns.isEmpty() ? "no " + Chart.asWords(columns.get(0)) : name;
  }

  /**
   * Groups rows by the unit of y: there are several units if a column names the unit of each row.
   */
  private Map<ColumnUnit, List<List<@Nullable Object>>> groupedByUnit(
      List<List<@Nullable Object>> group) {
    String y = chart.columnsOf("y").get(0);
    return group.stream()
        .collect(
            Collectors.groupingBy(
                row -> values.unit(y, row), LinkedHashMap::new, Collectors.toList()));
  }

  private Plot plot(String panel, ColumnUnit unit, List<List<@Nullable Object>> group) {
    boolean quantiles = chart.kind() == Chart.Kind.CDF;
    List<String> categories =
        quantiles || seriesMaker.isOverNumbers() ? List.of() : categories(group);
    Map<String, List<List<@Nullable Object>>> parts =
        groupedByValues(chart.columnsOf("series"), group);
    List<Plot.Series> all = new ArrayList<>();
    for (Map.Entry<String, List<List<@Nullable Object>>> part : parts.entrySet()) {
      all.addAll(
          quantiles
              ? List.of(seriesMaker.quantiles(part.getKey(), all.size(), unit, part.getValue()))
              : seriesMaker.series(part.getKey(), all.size(), categories, part.getValue()));
    }
    List<Plot.Series> series =
        all.stream().filter(one -> !one.points().isEmpty() || !one.marks().isEmpty()).toList();
    return new Plot(
        chart.kind(),
        panel.isEmpty() ? chart.title() : chart.title() + ": " + panel,
        quantiles ? distributionAxis(unit) : axis("x"),
        quantiles ? axis("share at or below", ColumnUnit.RATIO, "y") : axis("y"),
        categories,
        series.stream().limit(MAX_SERIES).toList(),
        chart.columnsOf("mark").stream().map(Chart::asWords).collect(Collectors.joining(", ")),
        Math.max(0, series.size() - MAX_SERIES));
  }

  private List<String> categories(List<List<@Nullable Object>> group) {
    return group.stream()
        .map(row -> values.joined(chart.columnsOf("x"), row))
        .distinct()
        .limit(chart.maxCategories())
        .toList();
  }

  /**
   * The horizontal axis of a cumulative distribution, in one unit. An axis of shares is always
   * linear, as shares lie between 0 and 1.
   */
  private Plot.Axis distributionAxis(ColumnUnit unit) {
    String label = unit.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return unit == ColumnUnit.RATIO
        ? new Plot.Axis(label, unit, Plot.Scaling.LINEAR)
        : axis(label, unit, "x");
  }

  private Plot.Axis axis(String role) {
    List<String> columns = chart.columnsOf(role);
    String label = columns.size() > 1 ? "" : columns.get(0);
    return axis(label, values.column(columns.get(0)).unit(), role);
  }

  private Plot.Axis axis(String label, ColumnUnit unit, String role) {
    boolean logarithmic = chart.logarithmic().contains(role);
    return new Plot.Axis(
        Chart.asWords(label), unit, logarithmic ? Plot.Scaling.LOGARITHMIC : Plot.Scaling.LINEAR);
  }
}
