package dev.varve.jobs.answer.plot;

import java.util.List;

/**
 * Drawing of a {@link Plot} as curves or points over two numeric axes. Lengths are in user units of
 * the SVG drawing.
 */
final class XyPlot {
  private static final int HEIGHT = 270;
  private static final int TOP_MARGIN = 26;
  private static final int BOTTOM_MARGIN = 42;
  private static final int RIGHT_MARGIN = 24;

  /** Space beside the tick labels at the left. */
  private static final int LABEL_MARGIN = 14;

  /** Number of points of a curve up to which their dots are large: more would overlap. */
  private static final int MAX_LARGE_DOTS = 40;

  private final Plot plot;
  private final Scale x;
  private final Scale y;
  private final int left;

  XyPlot(Plot plot) {
    this.plot = plot;
    double min = plot.values().filter(plot.y()::shows).min().orElse(0);
    double max = plot.values().filter(plot.y()::shows).max().orElse(1);
    this.y = Scale.fromZero(plot.y(), min, max, HEIGHT - BOTTOM_MARGIN, TOP_MARGIN);
    this.left = Shapes.widestLabel(y) + LABEL_MARGIN;
    double minX = plot.points().mapToDouble(Plot.Point::x).filter(plot.x()::shows).min().orElse(0);
    double maxX = plot.points().mapToDouble(Plot.Point::x).filter(plot.x()::shows).max().orElse(1);
    this.x = Scale.fromZero(plot.x(), minX, maxX, left, Shapes.WIDTH - RIGHT_MARGIN);
  }

  Markup markup() {
    Markup out = Shapes.open(plot, HEIGHT);
    Shapes.horizontalRules(out, y, left, Shapes.WIDTH - RIGHT_MARGIN);
    Shapes.text(out, left, 12, "start", plot.y().label(), "label");
    for (double tick : x.ticks()) {
      Shapes.line(
          out,
          "tick",
          x.position(tick),
          HEIGHT - BOTTOM_MARGIN,
          x.position(tick),
          HEIGHT - BOTTOM_MARGIN + 4);
    }
    Shapes.horizontalTickLabels(out, x, HEIGHT - BOTTOM_MARGIN + 17);
    Shapes.text(out, Shapes.WIDTH - RIGHT_MARGIN, HEIGHT - 6, "end", plot.x().label(), "label");
    for (Plot.Series series : plot.series()) {
      out.open("g", "class", Shapes.colourClass(series));
      draw(series, out);
      out.close();
    }
    return out.close();
  }

  private void draw(Plot.Series series, Markup out) {
    List<Plot.Point> points = series.points().stream().filter(this::isShown).toList();
    boolean joined = plot.kind() != Chart.Kind.POINTS;
    if (joined && points.size() > 1) {
      if (points.stream().anyMatch(point -> point.low() < point.high())) {
        out.empty("path", "class", "band", "d", band(points));
      }
      out.empty("path", "class", Shapes.curveClass(series.dash()), "d", path(points));
    }
    for (Plot.Point point : points) {
      if (!joined && point.low() < point.high()) {
        Shapes.line(
            out,
            "whisker",
            x.position(point.x()),
            intervalEnd(point.low()),
            x.position(point.x()),
            intervalEnd(point.high()));
      }
      String radius = joined ? points.size() > MAX_LARGE_DOTS ? "1.5" : "2.8" : "4";
      Shapes.dot(out, x.position(point.x()), y.position(point.y()), radius, point.text());
    }
    for (Plot.Point mark : series.marks()) {
      if (isShown(mark)) {
        Shapes.diamond(out, x.position(mark.x()), y.position(mark.y()), mark.text());
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
  private double intervalEnd(double end) {
    return plot.y().shows(end) ? y.position(end) : HEIGHT - BOTTOM_MARGIN;
  }

  /**
   * SVG path of a curve. A step curve goes first horizontally, at the height of the previous point.
   */
  private String path(List<Plot.Point> points) {
    StringBuilder path = new StringBuilder();
    double previousY = 0;
    for (Plot.Point point : points) {
      if (!path.isEmpty() && plot.kind() == Chart.Kind.STEP) {
        path.append('L')
            .append(Shapes.number(x.position(point.x())))
            .append(' ')
            .append(Shapes.number(previousY));
      }
      previousY = y.position(point.y());
      path.append(path.isEmpty() ? 'M' : 'L')
          .append(Shapes.number(x.position(point.x())))
          .append(' ')
          .append(Shapes.number(previousY));
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
      path.append(path.isEmpty() ? 'M' : 'L').append(Shapes.number(x.position(point.x())));
      path.append(' ').append(Shapes.number(intervalEnd(point.high())));
    }
    for (int at = points.size() - 1; at >= 0; at--) {
      path.append('L').append(Shapes.number(x.position(points.get(at).x())));
      path.append(' ').append(Shapes.number(intervalEnd(points.get(at).low())));
    }
    return path.append('Z').toString();
  }
}
