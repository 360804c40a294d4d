package dev.varve.jobs.answer.plot;

import java.util.LinkedHashMap;
import java.util.Map;

/** Legend of a plot: the meaning of its colours, dashes and marks. */
final class Legend {
  private Legend() {}

  /** Makes the list of keys; empty for a single series without a name. */
  static Markup of(Plot plot) {
    Map<String, Plot.Series> colours = new LinkedHashMap<>();
    Map<String, Plot.Series> dashes = new LinkedHashMap<>();
    for (Plot.Series series : plot.series()) {
      boolean dashed = plot.series().stream().anyMatch(other -> other.dash() > 0);
      String name = dashed ? series.name() : series.fullName();
      if (!name.isEmpty()) {
        colours.putIfAbsent(name, series);
      }
      if (dashed) {
        dashes.putIfAbsent(series.measure(), series);
      }
    }
    Markup out = new Markup();
    boolean marked = plot.series().stream().anyMatch(series -> !series.marks().isEmpty());
    if (plot.kind() == Chart.Kind.WATERFALL || (colours.isEmpty() && !marked)) {
      return out;
    }
    out.open("ul", "class", "legend");
    colours.forEach((name, series) -> addKey(plot, name, Shapes.colourClass(series), 0, out));
    dashes.forEach((name, series) -> addKey(plot, name, Shapes.NEUTRAL_COLOUR, series.dash(), out));
    if (marked) {
      out.open("li").open("svg", "class", "key " + Shapes.NEUTRAL_COLOUR, "viewBox", "0 0 22 10");
      out.empty("path", "class", "mark", "d", Shapes.diamond(11, 5));
      out.close().text(" " + plot.marksLabel()).close();
    }
    return out.close();
  }

  private static void addKey(Plot plot, String name, String colour, int dash, Markup out) {
    out.open("li").open("svg", "class", "key " + colour, "viewBox", "0 0 22 10");
    switch (plot.kind()) {
      case LINE, STEP, CDF -> out.empty("path", "class", Shapes.curveClass(dash), "d", "M1 5L21 5");
      case POINTS, DOTS -> out.empty("circle", "cx", "11", "cy", "5", "r", "4");
      default -> out.empty("rect", "class", "bar", "width", "22", "height", "10", "rx", "2");
    }
    out.close().text(" " + name).close();
  }
}
