package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.TextWidth;
import java.util.List;

/**
 * Drawing of vertical bars: side by side, stacked, or as a waterfall, in which a bar reaches from
 * the amount before a stage to the amount after it. Lengths are in user units of the SVG drawing.
 */
final class ColumnPlot {
  private static final int HEIGHT = 270;
  private static final int TOP = 26;
  private static final int BOTTOM = 46;
  private static final int RIGHT = 12;

  /** Share of the space of a category that its bars fill. */
  private static final double FILLED = 0.8;

  /** Width of the widest bar. */
  private static final int WIDEST = 56;

  private final Plot plot;
  private final Scale scale;
  private final int left;

  /** Horizontal distance from one category to the next. */
  private final double pitch;

  private final int lanes;

  ColumnPlot(Plot plot) {
    this.plot = plot;
    boolean apart = plot.kind() == Chart.Kind.COLUMNS;
    this.lanes = apart ? Math.max(1, plot.series().size()) : 1;
    boolean stacked = plot.kind() == Chart.Kind.STACKED_COLUMNS;
    double most = stacked ? Stacks.most(plot) : plot.heights().max().orElse(1);
    double least = Math.min(0, plot.heights().min().orElse(0));
    this.scale = Scale.of(plot.y(), least, most, HEIGHT - BOTTOM, TOP);
    this.left = Shapes.widest(scale) + 14;
    int places = plot.categories().size() + (isWaterfall() ? 2 : 0);
    this.pitch = (Shapes.WIDTH - RIGHT - left) / (double) Math.max(1, places);
  }

  private boolean isWaterfall() {
    return plot.kind() == Chart.Kind.WATERFALL;
  }

  Markup markup() {
    Markup out = Shapes.open(plot, HEIGHT);
    Shapes.across(out, scale, left, Shapes.WIDTH - RIGHT);
    Shapes.text(out, left, 12, "start", plot.y().label(), "label");
    names(out);
    if (isWaterfall() && plot.series().size() == 2) {
      waterfall(plot.series().get(0).points(), plot.series().get(1).points(), out);
    } else {
      Stacks stacks = new Stacks(plot);
      double width = Math.min(pitch * FILLED / lanes, WIDEST);
      for (int lane = 0; lane < plot.series().size(); lane++) {
        Plot.Series series = plot.series().get(lane);
        out.open("g", "class", Shapes.colour(series));
        double shift = lanes == 1 ? 0 : (lane - (lanes - 1) / 2.0) * width;
        for (Plot.Point point : series.points()) {
          List<Double> ends = stacks.ends(point);
          column(middle(point.x()) + shift, width, ends, "bar", point.text(), out);
        }
        out.close();
      }
    }
    return out.close();
  }

  private double middle(double category) {
    return left + (category + (isWaterfall() ? 1.5 : 0.5)) * pitch;
  }

  /**
   * Names the categories. Long names are cut, and up to three of four are left out, so that they do
   * not overlap.
   */
  private void names(Markup out) {
    List<String> names = plot.categories();
    int longest = names.stream().mapToInt(Shapes::width).max().orElse(0) + 8;
    int most = (int) Math.max(4, pitch * Math.ceil(longest / pitch) / 6.4);
    int every = isWaterfall() ? 1 : (int) Math.max(1, Math.min(4, Math.ceil(longest / pitch)));
    for (int at = 0; at < names.size(); at += every) {
      String name = TextWidth.cut(names.get(at), most);
      Shapes.text(out, middle(at), HEIGHT - BOTTOM + 16, "middle", name, "");
    }
    Shapes.text(out, Shapes.WIDTH - RIGHT, HEIGHT - 8, "end", plot.x().label(), "label");
  }

  private void column(
      double middle, double width, List<Double> ends, String kind, String text, Markup out) {
    double half = (width - 1) / 2;
    double from = scale.at(ends.get(0));
    Shapes.bar(out, middle - half, from, middle + half, scale.at(ends.get(1)), kind, text);
  }

  /**
   * Draws the whole amount before the first stage, the amount that each stage removes, and the
   * amount left.
   */
  private void waterfall(List<Plot.Point> before, List<Plot.Point> after, Markup out) {
    double width = Math.min(pitch * FILLED, 2 * WIDEST);
    Plot.Point first = before.get(0);
    Plot.Point last = after.get(after.size() - 1);
    whole(-1, "before", first, width, out);
    out.open("g", "class", "s1");
    for (int at = 0; at < before.size(); at++) {
      Plot.Point from = before.get(at);
      List<Double> ends = List.of(from.y(), after.get(at).y());
      String text = from.text() + "; " + after.get(at).text();
      column(middle(from.x()), width, ends, "bar", text, out);
      Shapes.line(
          out,
          "rule",
          middle(from.x() - 1) + width / 2,
          scale.at(from.y()),
          middle(from.x()) - width / 2,
          scale.at(from.y()));
      double share = first.y() == 0 ? 0 : (from.y() - after.get(at).y()) / first.y();
      String taken = "\u2212" + TickText.of(ColumnUnit.RATIO, share, 0.001);
      Shapes.text(out, middle(from.x()), scale.at(from.y()) - 5, "middle", taken, "value");
    }
    out.close();
    whole(plot.categories().size(), "left", last, width, out);
  }

  private void whole(double place, String name, Plot.Point point, double width, Markup out) {
    out.open("g", "class", "s8");
    column(middle(place), width, List.of(0.0, point.y()), "bar", point.text(), out);
    out.close();
    Shapes.text(out, middle(place), HEIGHT - BOTTOM + 16, "middle", name, "");
    String value = plot.y().figure().readable(point.y());
    Shapes.text(out, middle(place), scale.at(point.y()) - 5, "middle", value, "value");
  }
}
