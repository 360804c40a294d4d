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

  /** Class of the neutral colour in the style sheet: of totals, and of keys of dashes and marks. */
  static final String NEUTRAL_COLOUR = "s8";

  /** Class of the colour of what a stage of a waterfall removes. */
  static final String REMOVED_COLOUR = "s1";

  /** Number of dash patterns in the style sheet: classes d0, which is solid, to d3. */
  private static final int DASH_PATTERNS = 4;

  /** Width of a digit in the type size of the style sheet; letters are narrower on average. */
  static final double CHARACTER_WIDTH = 6.4;

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
            plot.description());
  }

  /**
   * The class of a series' colour in the style sheet; colours repeat after {@link #COLOURS} series.
   */
  static String colourClass(Plot.Series series) {
    return "s" + (series.colour() % COLOURS + 1);
  }

  /** The classes of a curve in the style sheet; dash patterns repeat after four. */
  static String curveClass(int dash) {
    return "curve d" + dash % DASH_PATTERNS;
  }

  /** Draws horizontal rules at the ticks of a vertical scale, with the tick labels at the left. */
  static void horizontalRules(Markup out, Scale scale, double from, double to) {
    for (double tick : scale.ticks()) {
      line(out, "rule", from, scale.position(tick), to, scale.position(tick));
      text(out, from - 6, scale.position(tick) + 4, "end", scale.label(tick), "");
    }
  }

  /**
   * Draws the tick labels of a horizontal scale; a label that would touch the previous one is left
   * out.
   */
  static void horizontalTickLabels(Markup out, Scale scale, double y) {
    double freeFrom = Double.NEGATIVE_INFINITY;
    for (double tick : scale.ticks()) {
      double half = width(scale.label(tick)) / 2.0;
      if (scale.position(tick) - half >= freeFrom) {
        text(out, scale.position(tick), y, "middle", scale.label(tick), "");
        freeFrom = scale.position(tick) + half + 6;
      }
    }
  }

  static void line(Markup out, String styleClass, double x1, double y1, double x2, double y2) {
    out.empty(
        "line",
        "class",
        styleClass,
        "x1",
        number(x1),
        "y1",
        number(y1),
        "x2",
        number(x2),
        "y2",
        number(y2));
  }

  /**
   * Draws a text.
   *
   * @param anchor SVG text-anchor: start, middle or end
   * @param styleClass class of the style sheet; empty for none
   */
  static void text(Markup out, double x, double y, String anchor, String text, String styleClass) {
    if (!text.isEmpty()) {
      List<String> attributes =
          new ArrayList<>(List.of("x", number(x), "y", number(y), "text-anchor", anchor));
      if (!styleClass.isEmpty()) {
        attributes.addAll(List.of("class", styleClass));
      }
      out.element("text", text, attributes.toArray(String[]::new));
    }
  }

  static void dot(Markup out, double x, double y, String radius, String tooltip) {
    out.open("circle", "cx", number(x), "cy", number(y), "r", radius)
        .element("title", tooltip)
        .close();
  }

  /** Draws a mark, such as a figure printed in a paper. */
  static void diamond(Markup out, double x, double y, String tooltip) {
    out.open("path", "class", "mark", "d", diamond(x, y)).element("title", tooltip).close();
  }

  static String diamond(double x, double y) {
    return "M%s %sl5 5l-5 5l-5-5Z".formatted(number(x), number(y - 5));
  }

  /**
   * Draws a rectangle between two opposite corners, at least half a unit wide and high so that it
   * stays visible.
   */
  static void bar(
      Markup out, double x1, double y1, double x2, double y2, String styleClass, String tooltip) {
    out.open(
            "rect",
            "class",
            styleClass,
            "x",
            number(Math.min(x1, x2)),
            "y",
            number(Math.min(y1, y2)),
            "width",
            number(Math.max(Math.abs(x2 - x1), 0.5)),
            "height",
            number(Math.max(Math.abs(y2 - y1), 0.5)))
        .element("title", tooltip)
        .close();
  }

  /** Width of the longest tick label of a scale, in user units. */
  static int widestLabel(Scale scale) {
    return scale.ticks().stream().mapToInt(tick -> width(scale.label(tick))).max().orElse(0);
  }

  static int width(String text) {
    return (int) Math.ceil(CHARACTER_WIDTH * TextWidth.of(text));
  }

  /** A length in user units with at most one decimal: smaller differences are not visible. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
