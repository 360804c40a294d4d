package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.TextWidth;
import java.util.List;

/**
 * Drawing of a {@link Plot} as vertical bars: side by side, stacked, or as a waterfall, in which a
 * bar reaches from the amount before a stage to the amount after it. Lengths are in user units of
 * the SVG drawing.
 */
final class ColumnPlot {
  private static final int HEIGHT = 270;
  private static final int TOP_MARGIN = 26;
  private static final int BOTTOM_MARGIN = 46;
  private static final int RIGHT_MARGIN = 12;

  /** Space beside the tick labels at the left. */
  private static final int LABEL_MARGIN = 14;

  /** Step of a printed share: one decimal of a percent. */
  private static final double SHARE_STEP = 0.001;

  /** Largest width of a category's name, as a share of the width of the axis. */
  private static final double MAX_NAME_SHARE = 0.25;

  /** Gap between the names of two categories. */
  private static final int NAME_GAP = 8;

  /** Share of the space of a category that its bars fill. */
  private static final double FILLED_SHARE = 0.8;

  /** Width of the widest bar. */
  private static final int MAX_BAR_WIDTH = 56;

  private final Plot plot;
  private final Scale scale;
  private final int left;

  /** Horizontal distance from one category to the next. */
  private final double categoryWidth;

  /** Bars side by side in a category; 1 when stacked or a waterfall. */
  private final int lanes;

  ColumnPlot(Plot plot) {
    this.plot = plot;
    boolean sideBySide = plot.kind() == Chart.Kind.COLUMNS;
    this.lanes = sideBySide ? Math.max(1, plot.series().size()) : 1;
    boolean stacked = plot.kind() == Chart.Kind.STACKED_COLUMNS;
    double max = stacked ? Stacks.largestSum(plot) : plot.values().max().orElse(1);
    double min = Math.min(0, plot.values().min().orElse(0));
    this.scale = Scale.of(plot.y(), min, max, HEIGHT - BOTTOM_MARGIN, TOP_MARGIN);
    this.left = Shapes.widestLabel(scale) + LABEL_MARGIN;
    // A waterfall has one more place at each end, for the amounts before and left.
    int slots = plot.categories().size() + (isWaterfall() ? 2 : 0);
    this.categoryWidth = (Shapes.WIDTH - RIGHT_MARGIN - left) / (double) Math.max(1, slots);
  }

  private boolean isWaterfall() {
    return plot.kind() == Chart.Kind.WATERFALL;
  }

  Markup markup() {
    Markup out = Shapes.open(plot, HEIGHT);
    Shapes.horizontalRules(out, scale, left, Shapes.WIDTH - RIGHT_MARGIN);
    Shapes.text(out, left, 12, "start", plot.y().label(), "label");
    drawNames(out);
    // A column of a waterfall without any value is no series: the other is drawn as plain bars.
    if (isWaterfall() && plot.series().size() == 2) {
      drawWaterfall(plot.series().get(0).points(), plot.series().get(1).points(), out);
    } else {
      Stacks stacks = new Stacks(plot);
      double width = Math.min(categoryWidth * FILLED_SHARE / lanes, MAX_BAR_WIDTH);
      for (int lane = 0; lane < plot.series().size(); lane++) {
        Plot.Series series = plot.series().get(lane);
        out.open("g", "class", Shapes.colourClass(series));
        double shift = lanes == 1 ? 0 : (lane - (lanes - 1) / 2.0) * width;
        for (Plot.Point point : series.points()) {
          Stacks.Ends ends = stacks.next(point);
          drawColumn(middle(point.x()) + shift, width, ends, "bar", point.text(), out);
        }
        out.close();
      }
    }
    return out.close();
  }

  /** Horizontal position of a category's middle; -1 of a waterfall is the place before all. */
  private double middle(double category) {
    return left + (category + (isWaterfall() ? 1.5 : 0.5)) * categoryWidth;
  }

  /**
   * Names the categories. So that names do not overlap, those longer than {@link #MAX_NAME_SHARE}
   * are cut, and only every second, third or later category is named. A waterfall names every
   * stage.
   */
  private void drawNames(Markup out) {
    List<String> names = plot.categories();
    double longest = names.stream().mapToInt(Shapes::width).max().orElse(0) + NAME_GAP;
    double axisWidth = Shapes.WIDTH - RIGHT_MARGIN - left;
    double nameWidth = Math.min(longest, axisWidth * MAX_NAME_SHARE);
    int step = isWaterfall() ? 1 : (int) Math.max(1, Math.ceil(nameWidth / categoryWidth));
    int maxCharacters =
        (int) Math.max(4, (categoryWidth * step - NAME_GAP) / Shapes.CHARACTER_WIDTH);
    for (int at = 0; at < names.size(); at += step) {
      String name = TextWidth.cut(names.get(at), maxCharacters);
      Shapes.text(out, middle(at), HEIGHT - BOTTOM_MARGIN + 16, "middle", name, "");
    }
    Shapes.text(out, Shapes.WIDTH - RIGHT_MARGIN, HEIGHT - 8, "end", plot.x().label(), "label");
  }

  private void drawColumn(
      double middle,
      double width,
      Stacks.Ends ends,
      String styleClass,
      String tooltip,
      Markup out) {
    double half = (width - 1) / 2;
    double from = scale.position(ends.from());
    Shapes.bar(
        out, middle - half, from, middle + half, scale.position(ends.to()), styleClass, tooltip);
  }

  /**
   * Draws the whole amount before the first stage, the amount that each stage removes, and the
   * amount left.
   *
   * @param before the amount before each stage, in the order of the stages
   * @param after the amount after each stage; as long as {@code before}
   */
  private void drawWaterfall(List<Plot.Point> before, List<Plot.Point> after, Markup out) {
    double width = Math.min(categoryWidth * FILLED_SHARE, 2 * MAX_BAR_WIDTH);
    Plot.Point first = before.get(0);
    Plot.Point last = after.get(after.size() - 1);
    drawTotal(-1, "before", first, width, out);
    out.open("g", "class", Shapes.REMOVED_COLOUR);
    for (int at = 0; at < before.size(); at++) {
      Plot.Point from = before.get(at);
      Stacks.Ends ends = new Stacks.Ends(from.y(), after.get(at).y());
      String text = from.text() + "; " + after.get(at).text();
      drawColumn(middle(from.x()), width, ends, "bar", text, out);
      Shapes.line(
          out,
          "rule",
          middle(from.x() - 1) + width / 2,
          scale.position(from.y()),
          middle(from.x()) - width / 2,
          scale.position(from.y()));
      double removedShare = first.y() == 0 ? 0 : (from.y() - after.get(at).y()) / first.y();
      String removed = "\u2212" + TickLabels.label(ColumnUnit.RATIO, removedShare, SHARE_STEP);
      Shapes.text(out, middle(from.x()), scale.position(from.y()) - 5, "middle", removed, "value");
    }
    out.close();
    drawTotal(plot.categories().size(), "left", last, width, out);
  }

  private void drawTotal(double category, String name, Plot.Point point, double width, Markup out) {
    out.open("g", "class", Shapes.NEUTRAL_COLOUR);
    drawColumn(middle(category), width, new Stacks.Ends(0, point.y()), "bar", point.text(), out);
    out.close();
    Shapes.text(out, middle(category), HEIGHT - BOTTOM_MARGIN + 16, "middle", name, "");
    String value = plot.y().unit().readable(point.y());
    Shapes.text(out, middle(category), scale.position(point.y()) - 5, "middle", value, "value");
  }
}
