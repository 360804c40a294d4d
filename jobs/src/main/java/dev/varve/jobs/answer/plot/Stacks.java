package dev.varve.jobs.answer.plot;

import java.util.HashMap;
import java.util.Map;

/**
 * Starts and ends of bars. A bar starts at zero, or if stacked, at the end of the previous bar of
 * its category.
 */
final class Stacks {
  /** Values at which a bar starts and ends. */
  record Ends(double from, double to) {}

  private final Plot plot;
  private final Map<Double, Double> stackEnds = new HashMap<>();

  Stacks(Plot plot) {
    this.plot = plot;
  }

  /** The largest sum of the values of one category. */
  static double largestSum(Plot plot) {
    Map<Double, Double> sums = new HashMap<>();
    plot.series()
        .forEach(series -> series.points().forEach(p -> sums.merge(p.x(), p.y(), Double::sum)));
    return sums.values().stream().mapToDouble(sum -> sum).max().orElse(1);
  }

  /**
   * Start and end of the next bar; to be called once for each point, in the order of drawing, as it
   * moves the end of the stack.
   */
  Ends next(Plot.Point point) {
    boolean stacked =
        plot.kind() == Chart.Kind.STACKED_BARS || plot.kind() == Chart.Kind.STACKED_COLUMNS;
    double from = stacked ? stackEnds.getOrDefault(point.x(), 0.0) : 0;
    stackEnds.put(point.x(), from + point.y());
    return new Ends(from, from + point.y());
  }
}
