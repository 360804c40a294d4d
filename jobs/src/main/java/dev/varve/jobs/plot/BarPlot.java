package dev.varve.jobs.plot;

import dev.varve.jobs.markup.Markup;
import dev.varve.jobs.report.TextWidth;
import java.util.List;

/** Lying bars, or points with intervals, each category a line with its name at the left. */
final class BarPlot {
  private static final int TOP = 8;
  private static final int BOTTOM = 40;
  private static final int THICK = 13;
  private static final int GAP = 8;
  private static final int LONGEST = 34;
  private static final int RIGHT = 24;

  private final Plot plot;
  private final Scale scale;
  private final int left;
  private final int lanes;
  private final int height;

  BarPlot(Plot plot) {
    this.plot = plot;
    boolean one = plot.kind() == Chart.Kind.STACKED_BARS;
    this.lanes = one ? 1 : Math.max(1, plot.series().size());
    this.height = TOP + BOTTOM + plot.categories().size() * (lanes * THICK + GAP);
    this.left =
        14
            + plot.categories().stream()
                .mapToInt(name -> Shapes.width(TextWidth.cut(name, LONGEST)))
                .max()
                .orElse(0);
    double most = one ? Stacks.most(plot) : plot.heights().filter(plot.y()::shows).max().orElse(1);
    double least = plot.heights().filter(plot.y()::shows).min().orElse(0);
    boolean dots = plot.kind() == Chart.Kind.DOTS;
    this.scale =
        dots
            ? Scale.fromZero(plot.y(), least, most, left, Shapes.WIDTH - RIGHT)
            : Scale.of(plot.y(), Math.min(0, least), most, left, Shapes.WIDTH - RIGHT);
  }

  Markup markup() {
    Markup out = Shapes.open(plot, height);
    double foot = height - BOTTOM;
    for (double tick : scale.ticks()) {
      Shapes.line(out, "rule", scale.at(tick), TOP, scale.at(tick), foot);
      Shapes.text(out, scale.at(tick), foot + 15, "middle", scale.text(tick), "");
    }
    Shapes.text(out, Shapes.WIDTH - RIGHT, height - 6, "end", plot.y().label(), "label");
    for (int at = 0; at < plot.categories().size(); at++) {
      String name = TextWidth.cut(plot.categories().get(at), LONGEST);
      Shapes.text(out, left - 6, top(at) + (lanes * THICK) / 2.0 + 4, "end", name, "");
    }
    Stacks stacks = new Stacks(plot);
    for (int lane = 0; lane < plot.series().size(); lane++) {
      Plot.Series series = plot.series().get(lane);
      out.open("g", "class", Shapes.colour(series));
      int own = lanes == 1 ? 0 : lane;
      series.points().forEach(point -> draw(point, own, stacks, out));
      series.marks().forEach(mark -> mark(mark, own, out));
      out.close();
    }
    return out.close();
  }

  private double top(double category) {
    return TOP + GAP / 2.0 + category * (lanes * THICK + GAP);
  }

  private void draw(Plot.Point point, int lane, Stacks stacks, Markup out) {
    double y = top(point.x()) + lane * THICK;
    if (plot.kind() == Chart.Kind.DOTS) {
      mark(point, lane, out);
    } else {
      List<Double> ends = stacks.ends(point);
      double from = scale.at(ends.get(0));
      Shapes.bar(out, from, y + 1, scale.at(ends.get(1)), y + THICK - 1, "bar", point.text());
    }
  }

  private void mark(Plot.Point point, int lane, Markup out) {
    if (!plot.y().shows(point.y())) {
      return;
    }
    double y = top(point.x()) + lane * THICK + THICK / 2.0;
    if (plot.kind() != Chart.Kind.DOTS) {
      Shapes.diamond(out, scale.at(point.y()), y, point.text());
      return;
    }
    if (point.low() < point.high()) {
      double low = plot.y().shows(point.low()) ? scale.at(point.low()) : left;
      Shapes.line(out, "whisker", low, y, scale.at(point.high()), y);
    }
    Shapes.dot(out, scale.at(point.y()), y, "4", point.text());
  }
}
