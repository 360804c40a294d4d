package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.TextWidth;

/**
 * Drawing of a {@link Plot} as horizontal bars, or as points with intervals. The categories are the
 * values of x, from top to bottom, with their names at the left. The values y run to the right. A
 * category has one lane for each of its points, or one lane for stacked bars. Lengths are in user
 * units of the SVG drawing.
 */
final class BarPlot {
  /** Margin above the first category. */
  private static final int TOP_MARGIN = 6;

  /** Space below the last category, for the tick labels and the label of the axis. */
  private static final int BOTTOM_MARGIN = 38;

  /** Height of a lane, the strip of one bar or one point. */
  private static final int LANE_HEIGHT = 13;

  /** Gap between two categories. */
  private static final int CATEGORY_GAP = 7;

  /** Width to which the name of a category is cut, in characters. */
  private static final int MAX_NAME_WIDTH = 32;

  /** Space at the left of the names and behind them. */
  private static final int NAME_MARGIN = 14;

  /** Space at the right of the scale for the values of bars. */
  private static final int VALUE_MARGIN = 66;

  private static final int RIGHT_MARGIN = 20;

  /** Number of bars up to which each has its value printed beside it. */
  private static final int MAX_LABELLED_BARS = 60;

  private final Plot plot;
  private final Scale scale;
  private final int left;
  private final int right;

  /** Number of lanes of each category; 0 for stacked bars, which share one lane. */
  private final int[] lanes;

  /** Number of lanes of each category that are drawn already. */
  private final int[] drawnLanes;

  BarPlot(Plot plot) {
    this.plot = plot;
    this.lanes = new int[plot.categories().size()];
    this.drawnLanes = new int[lanes.length];
    boolean stacked = plot.kind() == Chart.Kind.STACKED_BARS;
    for (Plot.Series series : plot.series()) {
      series.points().forEach(point -> lanes[(int) point.x()] += stacked ? 0 : 1);
    }
    this.left =
        NAME_MARGIN + plot.categories().stream().mapToInt(BarPlot::nameWidth).max().orElse(0);
    this.right = Shapes.WIDTH - (showsValues() ? VALUE_MARGIN : RIGHT_MARGIN);
    double max =
        stacked ? Stacks.largestSum(plot) : plot.values().filter(plot.y()::shows).max().orElse(1);
    double min = plot.values().filter(plot.y()::shows).min().orElse(0);
    this.scale =
        plot.kind() == Chart.Kind.DOTS
            ? Scale.fromZero(plot.y(), min, max, left, right)
            : Scale.of(plot.y(), Math.min(0, min), max, left, right);
  }

  private static int nameWidth(String name) {
    return Shapes.width(TextWidth.cut(name, MAX_NAME_WIDTH));
  }

  private boolean showsValues() {
    long points = plot.series().stream().mapToLong(series -> series.points().size()).sum();
    return plot.kind() == Chart.Kind.BARS && points <= MAX_LABELLED_BARS;
  }

  Markup markup() {
    double bottom = topOf(lanes.length);
    Markup out = Shapes.open(plot, (int) bottom + BOTTOM_MARGIN);
    for (double tick : scale.ticks()) {
      Shapes.line(out, "rule", scale.position(tick), TOP_MARGIN, scale.position(tick), bottom);
    }
    Shapes.horizontalTickLabels(out, scale, bottom + 15);
    Shapes.text(out, right, bottom + BOTTOM_MARGIN - 6, "end", plot.y().label(), "label");
    for (int at = 0; at < lanes.length; at++) {
      String name = TextWidth.cut(plot.categories().get(at), MAX_NAME_WIDTH);
      double middle = (topOf(at) + topOf(at + 1)) / 2;
      Shapes.text(out, left - 6, middle + 4, "end", name, "");
    }
    Stacks stacks = new Stacks(plot);
    for (Plot.Series series : plot.series()) {
      out.open("g", "class", Shapes.colourClass(series));
      series.points().forEach(point -> draw(point, stacks, out));
      for (Plot.Point mark : series.marks()) {
        if (plot.y().shows(mark.y())) {
          double y = (topOf(mark.x()) + topOf(mark.x() + 1)) / 2;
          Shapes.diamond(out, scale.position(mark.y()), y, mark.text());
        }
      }
      out.close();
    }
    return out.close();
  }

  /** Vertical position of the upper edge of a category, counted from 0. */
  private double topOf(double category) {
    double top = TOP_MARGIN;
    for (int at = 0; at < category; at++) {
      top += Math.max(1, lanes[at]) * LANE_HEIGHT + CATEGORY_GAP;
    }
    return top;
  }

  private void draw(Plot.Point point, Stacks stacks, Markup out) {
    int category = (int) point.x();
    boolean stacked = plot.kind() == Chart.Kind.STACKED_BARS;
    double y =
        topOf(category) + CATEGORY_GAP / 2.0 + (stacked ? 0 : drawnLanes[category]++) * LANE_HEIGHT;
    if (plot.kind() == Chart.Kind.DOTS) {
      dot(point, y + LANE_HEIGHT / 2.0, out);
      return;
    }
    Stacks.Ends ends = stacks.next(point);
    double to = scale.position(ends.to());
    Shapes.bar(
        out, scale.position(ends.from()), y + 1, to, y + LANE_HEIGHT - 1, "bar", point.text());
    if (showsValues()) {
      String value = plot.y().unit().readable(point.y());
      Shapes.text(
          out, Math.max(to, scale.barStart()) + 4, y + LANE_HEIGHT - 3, "start", value, "value");
    }
  }

  private void dot(Plot.Point point, double y, Markup out) {
    if (!plot.y().shows(point.y())) {
      return;
    }
    if (point.low() < point.high()) {
      double low = plot.y().shows(point.low()) ? scale.position(point.low()) : left;
      Shapes.line(out, "whisker", low, y, scale.position(point.high()), y);
    }
    Shapes.dot(out, scale.position(point.y()), y, "4", point.text());
  }
}
