package dev.varve.jobs.answer.plot;

import java.util.List;

/**
 * Drawing of curves and points over two numeric axes. Lengths are in user units of the SVG drawing.
 */
final class XyPlot {
  private static final int HEIGHT = 270;
  private static final int TOP = 26;
  private static final int BOTTOM = 42;

  /** Number of points of a curve up to which their dots are large. */
  private static final int MOST_DOTS = 40;

  private final Plot plot;
  private final Scale x;
  private final Scale y;
  private final int left;

  XyPlot(Plot plot) {
    this.plot = plot;
    double least = plot.heights().filter(plot.y()::shows).min().orElse(0);
    double most = plot.heights().filter(plot.y()::shows).max().orElse(1);
    this.y = Scale.fromZero(plot.y(), least, most, HEIGHT - BOTTOM, TOP);
    this.left = Shapes.widest(y) + 14;
    double first = plot.points().mapToDouble(Plot.Point::x).filter(plot.x()::shows).min().orElse(0);
    double last = plot.points().mapToDouble(Plot.Point::x).filter(plot.x()::shows).max().orElse(1);
    this.x = Scale.fromZero(plot.x(), first, last, left, Shapes.WIDTH - 24);
  }

  Markup markup() {
    Markup out = Shapes.open(plot, HEIGHT);
    Shapes.across(out, y, left, Shapes.WIDTH - 24);
    Shapes.text(out, left, 12, "start", plot.y().label(), "label");
    for (double tick : x.ticks()) {
      Shapes.line(out, "tick", x.at(tick), HEIGHT - BOTTOM, x.at(tick), HEIGHT - BOTTOM + 4);
    }
    Shapes.along(out, x, HEIGHT - BOTTOM + 17);
    Shapes.text(out, Shapes.WIDTH - 24, HEIGHT - 6, "end", plot.x().label(), "label");
    for (Plot.Series one : plot.series()) {
      out.open("g", "class", Shapes.colour(one));
      draw(one, out);
      out.close();
    }
    return out.close();
  }

  private void draw(Plot.Series one, Markup out) {
    List<Plot.Point> points = one.points().stream().filter(this::isShown).toList();
    boolean joined = plot.kind() != Chart.Kind.POINTS;
    if (joined && points.size() > 1) {
      if (points.stream().anyMatch(point -> point.low() < point.high())) {
        out.empty("path", "class", "band", "d", band(points));
      }
      out.empty("path", "class", "curve d" + one.dash() % 4, "d", path(points));
    }
    for (Plot.Point point : points) {
      if (!joined && point.low() < point.high()) {
        Shapes.line(
            out, "whisker", x.at(point.x()), up(point.low()), x.at(point.x()), up(point.high()));
      }
      String radius = joined ? points.size() > MOST_DOTS ? "1.5" : "2.8" : "4";
      Shapes.dot(out, x.at(point.x()), y.at(point.y()), radius, point.text());
    }
    for (Plot.Point mark : one.marks()) {
      if (isShown(mark)) {
        Shapes.diamond(out, x.at(mark.x()), y.at(mark.y()), mark.text());
      }
    }
  }

  private boolean isShown(Plot.Point point) {
    return plot.x().shows(point.x()) && plot.y().shows(point.y());
  }

  /**
   * Vertical position of the end of an interval. An end of 0 or less, which a logarithmic scale
   * cannot show, is drawn at the foot of the plot.
   */
  private double up(double end) {
    return plot.y().shows(end) ? y.at(end) : HEIGHT - BOTTOM;
  }

  /**
   * SVG path of a curve. A step curve goes first horizontally, at the height of the previous point.
   */
  private String path(List<Plot.Point> points) {
    StringBuilder path = new StringBuilder();
    double before = 0;
    for (Plot.Point point : points) {
      if (!path.isEmpty() && plot.kind() == Chart.Kind.STEP) {
        path.append('L')
            .append(Shapes.place(x.at(point.x())))
            .append(' ')
            .append(Shapes.place(before));
      }
      before = y.at(point.y());
      path.append(path.isEmpty() ? 'M' : 'L')
          .append(Shapes.place(x.at(point.x())))
          .append(' ')
          .append(Shapes.place(before));
    }
    return path.toString();
  }

  /**
   * SVG path around the intervals of all points: along their upper ends, and back along the lower
   * ones.
   */
  private String band(List<Plot.Point> points) {
    StringBuilder path = new StringBuilder();
    for (Plot.Point point : points) {
      path.append(path.isEmpty() ? 'M' : 'L').append(Shapes.place(x.at(point.x())));
      path.append(' ').append(Shapes.place(up(point.high())));
    }
    for (int at = points.size() - 1; at >= 0; at--) {
      path.append('L').append(Shapes.place(x.at(points.get(at).x())));
      path.append(' ').append(Shapes.place(up(points.get(at).low())));
    }
    return path.append('Z').toString();
  }
}
