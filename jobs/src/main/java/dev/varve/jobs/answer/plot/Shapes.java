package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes the SVG shapes of plots: lines, texts, dots, bars. All drawings are {@link #WIDTH} user
 * units wide, which the style sheet scales to the page.
 */
final class Shapes {
  static final int WIDTH = 540;
  private static final int COLOURS = 10;

  /** Width of a digit in the type size of the style sheet; letters are narrower on average. */
  private static final double CHARACTER = 6.4;

  private Shapes() {}

  /** Opens a drawing, with a description in words for screen readers. */
  static Markup open(Plot plot, int height) {
    return new Markup()
        .open(
            "svg",
            "class",
            "plot",
            "viewBox",
            "0 0 " + WIDTH + " " + height,
            "role",
            "img",
            "aria-label",
            plot.alternative());
  }

  /**
   * The class of a series' colour in the style sheet; colours repeat after {@link #COLOURS} series.
   */
  static String colour(Plot.Series series) {
    return "s" + (series.colour() % COLOURS + 1);
  }

  /** Draws horizontal rules at the ticks of a vertical scale, with the tick labels at the left. */
  static void across(Markup out, Scale scale, double from, double to) {
    for (double tick : scale.ticks()) {
      line(out, "rule", from, scale.at(tick), to, scale.at(tick));
      text(out, from - 6, scale.at(tick) + 4, "end", scale.text(tick), "");
    }
  }

  /**
   * Draws the tick labels of a horizontal scale; a label that would touch the previous one is left
   * out.
   */
  static void along(Markup out, Scale scale, double y) {
    double free = Double.NEGATIVE_INFINITY;
    for (double tick : scale.ticks()) {
      double half = width(scale.text(tick)) / 2.0;
      if (scale.at(tick) - half >= free) {
        text(out, scale.at(tick), y, "middle", scale.text(tick), "");
        free = scale.at(tick) + half + 6;
      }
    }
  }

  static void line(Markup out, String kind, double x1, double y1, double x2, double y2) {
    out.empty(
        "line", "class", kind, "x1", place(x1), "y1", place(y1), "x2", place(x2), "y2", place(y2));
  }

  /** Draws a text; an empty class is left out. */
  static void text(Markup out, double x, double y, String anchor, String text, String kind) {
    if (!text.isEmpty()) {
      List<String> attributes =
          new ArrayList<>(List.of("x", place(x), "y", place(y), "text-anchor", anchor));
      if (!kind.isEmpty()) {
        attributes.addAll(List.of("class", kind));
      }
      out.element("text", text, attributes.toArray(String[]::new));
    }
  }

  static void dot(Markup out, double x, double y, String radius, String text) {
    out.open("circle", "cx", place(x), "cy", place(y), "r", radius).element("title", text).close();
  }

  /** Draws a mark, such as a figure printed in a paper. */
  static void diamond(Markup out, double x, double y, String text) {
    out.open("path", "class", "mark", "d", diamond(x, y)).element("title", text).close();
  }

  static String diamond(double x, double y) {
    return "M%s %sl5 5l-5 5l-5-5Z".formatted(place(x), place(y - 5));
  }

  /**
   * Draws a rectangle between two opposite corners, at least half a unit wide and high so that it
   * stays visible.
   */
  static void bar(
      Markup out, double x1, double y1, double x2, double y2, String kind, String text) {
    out.open(
            "rect",
            "class",
            kind,
            "x",
            place(Math.min(x1, x2)),
            "y",
            place(Math.min(y1, y2)),
            "width",
            place(Math.max(Math.abs(x2 - x1), 0.5)),
            "height",
            place(Math.max(Math.abs(y2 - y1), 0.5)))
        .element("title", text)
        .close();
  }

  /** Width of the longest tick label of a scale, in user units. */
  static int widest(Scale scale) {
    return scale.ticks().stream().mapToInt(tick -> width(scale.text(tick))).max().orElse(0);
  }

  static int width(String text) {
    return (int) Math.ceil(CHARACTER * TextWidth.of(text));
  }

  /** A length in user units with at most one decimal: smaller differences are not visible. */
  static String place(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
