package dev.varve.jobs.plot;

import dev.varve.jobs.report.Figure;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to places on a line, and knows the round values in between: bytes by powers of two,
 * other figures by powers of ten, their double and their half.
 */
final class Scale {
  private static final int MOST_TICKS = 6;

  private final boolean logarithmic;
  private final Figure figure;
  private final double low;
  private final double high;
  private final double from;
  private final double to;
  private final double step;

  private Scale(Plot.Axis axis, double low, double high, double step, double from, double to) {
    this.logarithmic = axis.scaling() == Plot.Scaling.LOGARITHMIC;
    this.figure = axis.figure();
    this.low = low;
    this.high = high;
    this.step = step;
    this.from = from;
    this.to = to;
  }

  /**
   * A scale whose ends are round.
   *
   * @param from place of the lower end, {@code to} of the upper one
   */
  static Scale of(Plot.Axis axis, double least, double most, double from, double to) {
    double base = isBytes(axis.figure()) ? 2 : 10;
    if (axis.scaling() == Plot.Scaling.LOGARITHMIC) {
      double first = Math.log(least) / Math.log(base);
      double last = Math.max(Math.log(most) / Math.log(base), first + 1e-9);
      int step = 1;
      int[] steps = base == 2 ? new int[] {1, 2, 5, 10, 20} : new int[] {1, 2, 3, 6, 12};
      for (int at = 0; at < steps.length && (last - first) / step > MOST_TICKS; at++) {
        step = steps[at];
      }
      double low = Math.floor(first / step + 1e-9) * step;
      double high = Math.max(Math.ceil(last / step - 1e-9) * step, low + step);
      return new Scale(axis, low, high, step, from, to);
    }
    double width = most > least ? most - least : Math.max(Math.abs(most), 1);
    double step = isBytes(axis.figure()) ? powerOfTwo(width) : powerOfTen(width);
    if (axis.figure() == Figure.COUNT) {
      step = Math.max(1, step);
    }
    double low = Math.floor(least / step + 1e-9) * step;
    double high = Math.max(Math.ceil(most / step - 1e-9) * step, low + step);
    return new Scale(axis, low, high, step, from, to);
  }

  /** The same, from zero where values start near it or are shares of something. */
  static Scale fromZero(Plot.Axis axis, double least, double most, double from, double to) {
    boolean near = least > 0 && least < 0.6 * most;
    boolean zero = axis.scaling() == Plot.Scaling.LINEAR && near;
    return of(axis, zero ? 0 : least, most, from, to);
  }

  private static boolean isBytes(Figure figure) {
    return figure == Figure.BYTES || figure == Figure.BYTES_PER_SECOND;
  }

  private static double powerOfTwo(double width) {
    return Math.pow(2, Math.max(0, Math.ceil(Math.log(width / MOST_TICKS) / Math.log(2))));
  }

  private static double powerOfTen(double width) {
    double rough = width / MOST_TICKS;
    double decade = Math.pow(10, Math.floor(Math.log10(rough)));
    for (int round : List.of(1, 2, 5)) {
      if (round * decade >= rough * (1 - 1e-9)) {
        return round * decade;
      }
    }
    return 10 * decade;
  }

  double at(double value) {
    double place = logarithmic ? Math.log(value) / Math.log(base()) : value;
    return from + (place - low) / (high - low) * (to - from);
  }

  /** Where bars start: zero, or the end that is next to it. */
  double zero() {
    return logarithmic ? from : at(Math.min(Math.max(0, low), high));
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    long count = Math.round((high - low) / step);
    for (long at = 0; at <= count; at++) {
      double place = Math.rint((low + at * step) / step) * step;
      ticks.add(logarithmic ? Math.pow(base(), place) : place);
    }
    return ticks;
  }

  String text(double tick) {
    return TickText.of(figure, tick, logarithmic ? tick : step);
  }

  private double base() {
    return isBytes(figure) ? 2 : 10;
  }
}
