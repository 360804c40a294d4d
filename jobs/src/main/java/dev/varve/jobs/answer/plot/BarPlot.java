package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.TextWidth;
import java.util.List;

/**
 * Drawing of horizontal bars, or of points with intervals. The categories are the values of x, from
 * top to bottom, with their names at the left. The values y run to the right. A category has one
 * lane for each of its points, or one lane for stacked bars. Lengths are in user units of the SVG
 * drawing.
 */
final class BarPlot {
  /** Margin above the first category. */
  private static final int TOP = 6;

  /** Space below the last category, for the tick labels and the label of the axis. */
  private static final int BOTTOM = 38;

  /** Height of a lane. */
  private static final int THICK = 13;

  /** Gap between two categories. */
  private static final int GAP = 7;

  /** Width to which the name of a category is cut, in characters. */
  private static final int LONGEST = 32;

  /** Number of bars up to which each has its value printed beside it. */
  private static final int MOST_VALUES = 60;

  private final Plot plot;
  private final Scale scale;
  private final int left;
  private final int right;

  /** Number of lanes of each category; 0 for stacked bars, which share one lane. */
  private final int[] lanes;

  /** Number of lanes of each category that are drawn already. */
  private final int[] taken;

  BarPlot(Plot plot) {
    this.plot = plot;
    this.lanes = new int[plot.categories().size()];
    this.taken = new int[lanes.length];
    boolean stacked = plot.kind() == Chart.Kind.STACKED_BARS;
    for (Plot.Series one : plot.series()) {
      one.points().forEach(point -> lanes[(int) point.x()] += stacked ? 0 : 1);
    }
    this.left = 14 + plot.categories().stream().mapToInt(BarPlot::width).max().orElse(0);
    this.right = Shapes.WIDTH - (showsValues() ? 66 : 20);
    double most =
        stacked ? Stacks.most(plot) : plot.heights().filter(plot.y()::shows).max().orElse(1);
    double least = plot.heights().filter(plot.y()::shows).min().orElse(0);
    this.scale =
        plot.kind() == Chart.Kind.DOTS
            ? Scale.fromZero(plot.y(), least, most, left, right)
            : Scale.of(plot.y(), Math.min(0, least), most, left, right);
  }

  private static int width(String name) {
    return Shapes.width(TextWidth.cut(name, LONGEST));
  }

  private boolean showsValues() {
    long points = plot.series().stream().mapToLong(one -> one.points().size()).sum();
    return plot.kind() == Chart.Kind.BARS && points <= MOST_VALUES;
  }

  Markup markup() {
    double foot = top(lanes.length);
    Markup out = Shapes.open(plot, (int) foot + BOTTOM);
    for (double tick : scale.ticks()) {
      Shapes.line(out, "rule", scale.at(tick), TOP, scale.at(tick), foot);
    }
    Shapes.along(out, scale, foot + 15);
    Shapes.text(out, right, foot + BOTTOM - 6, "end", plot.y().label(), "label");
    for (int at = 0; at < lanes.length; at++) {
      String name = TextWidth.cut(plot.categories().get(at), LONGEST);
      double middle = (top(at) + top(at + 1)) / 2;
      Shapes.text(out, left - 6, middle + 4, "end", name, "");
    }
    Stacks stacks = new Stacks(plot);
    for (Plot.Series series : plot.series()) {
      out.open("g", "class", Shapes.colour(series));
      series.points().forEach(point -> draw(point, stacks, out));
      for (Plot.Point mark : series.marks()) {
        if (plot.y().shows(mark.y())) {
          double y = (top(mark.x()) + top(mark.x() + 1)) / 2;
          Shapes.diamond(out, scale.at(mark.y()), y, mark.text());
        }
      }
      out.close();
    }
    return out.close();
  }

  /** Vertical position of the upper edge of a category, counted from 0. */
  private double top(double category) {
    double top = TOP;
    for (int at = 0; at < category; at++) {
      top += Math.max(1, lanes[at]) * THICK + GAP;
    }
    return top;
  }

  private void draw(Plot.Point point, Stacks stacks, Markup out) {
    int category = (int) point.x();
    boolean stacked = plot.kind() == Chart.Kind.STACKED_BARS;
    double y = top(category) + GAP / 2.0 + (stacked ? 0 : taken[category]++) * THICK;
    if (plot.kind() == Chart.Kind.DOTS) {
      dot(point, y + THICK / 2.0, out);
      return;
    }
    List<Double> ends = stacks.ends(point);
    double to = scale.at(ends.get(1));
    Shapes.bar(out, scale.at(ends.get(0)), y + 1, to, y + THICK - 1, "bar", point.text());
    if (showsValues()) {
      String value = plot.y().figure().readable(point.y());
      Shapes.text(out, Math.max(to, scale.zero()) + 4, y + THICK - 3, "start", value, "value");
    }
  }

  private void dot(Plot.Point point, double y, Markup out) {
    if (!plot.y().shows(point.y())) {
      return;
    }
    if (point.low() < point.high()) {
      double low = plot.y().shows(point.low()) ? scale.at(point.low()) : left;
      Shapes.line(out, "whisker", low, y, scale.at(point.high()), y);
    }
    Shapes.dot(out, scale.at(point.y()), y, "4", point.text());
  }
}
