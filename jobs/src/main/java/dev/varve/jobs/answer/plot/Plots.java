package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws the plots of an answer, each with its caption and its legend. */
public final class Plots {
  /** Number of plots drawn of one answer; more are too many to compare. */
  private static final int MAX_PLOTS = 12;

  private Plots() {}

  /**
   * Draws the requested plots; without a value to draw, the markup is empty.
   *
   * @param charts the requests from the header of a report
   * @param rows of the answer, which may be only its first rows
   * @throws IllegalArgumentException when a chart names a column that the answer does not have
   */
  public static Markup of(List<Chart> charts, Answer answer, List<List<@Nullable Object>> rows) {
    List<Plot> plots =
        charts.stream()
            .flatMap(chart -> new ChartRows(chart, answer, rows).plots().stream())
            .toList();
    Markup out = new Markup();
    if (plots.isEmpty()) {
      return out;
    }
    out.open("div", "class", "plots");
    plots.stream().limit(MAX_PLOTS).forEach(plot -> addFigure(plot, out));
    out.close().line();
    if (plots.size() > MAX_PLOTS) {
      String sentence = "%d more plots are not drawn: the table has their rows.";
      out.element("p", sentence.formatted(plots.size() - MAX_PLOTS), "class", "small").line();
    }
    return out;
  }

  private static void addFigure(Plot plot, Markup out) {
    out.open("figure").element("figcaption", plot.caption());
    out.add(Legend.of(plot));
    out.open("div", "class", "sheet").add(svg(plot)).close();
    if (plot.omittedSeries() > 0) {
      out.element("p", plot.omittedSeries() + " more are in the table.", "class", "small");
    }
    out.close().line();
  }

  private static Markup svg(Plot plot) {
    return switch (plot.kind()) {
      case LINE, STEP, POINTS, CDF -> new XyPlot(plot).markup();
      case BARS, STACKED_BARS, DOTS -> new BarPlot(plot).markup();
      case COLUMNS, STACKED_COLUMNS, WATERFALL -> new ColumnPlot(plot).markup();
    };
  }
}
