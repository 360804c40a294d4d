package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to positions on an axis, and chooses the ticks at round values. Ticks of bytes are a
 * power of two apart; ticks of other figures 1, 2 or 5 times a power of ten.
 */
final class Scale {
  private static final int MOST_TICKS = 6;

  /**
   * Tolerance for rounding errors of logarithms and divisions, so that a value on a tick needs no
   * further tick.
   */
  private static final double SLACK = 1e-9;

  /** Round numbers within a power of ten. */
  private static final List<Integer> ROUND = List.of(1, 2, 5);

  private final Plot.Axis axis;
  private final List<Double> ticks;
  private final double from;
  private final double to;

  private Scale(Plot.Axis axis, List<Double> ticks, double from, double to) {
    this.axis = axis;
    this.ticks = List.copyOf(ticks);
    this.from = from;
    this.to = to;
  }

  /**
   * A scale that begins and ends at round values.
   *
   * @param least least value to show, and {@code most} the largest
   * @param from position of the lower end, and {@code to} of the upper end
   */
  static Scale of(Plot.Axis axis, double least, double most, double from, double to) {
    List<Double> ticks =
        axis.scaling() == Plot.Scaling.LINEAR
            ? linear(axis.figure(), least, most)
            : logarithmic(axis.figure(), least, most);
    return new Scale(axis, ticks, from, to);
  }

  /**
   * A scale like {@link #of}, but a linear one starts at zero if the least value is below 60 % of
   * the largest.
   */
  static Scale fromZero(Plot.Axis axis, double least, double most, double from, double to) {
    boolean near = least > 0 && least < 0.6 * most;
    boolean zero = axis.scaling() == Plot.Scaling.LINEAR && near;
    return of(axis, zero ? 0 : least, most, from, to);
  }

  private static List<Double> linear(ColumnUnit figure, double least, double most) {
    double width = most > least ? most - least : Math.max(Math.abs(most), 1);
    double step = isBytes(figure) ? powerOfTwo(width) : powerOfTen(width);
    step = figure == ColumnUnit.COUNT ? Math.max(1, step) : step;
    long first = (long) Math.floor(least / step + SLACK);
    long last = Math.max((long) Math.ceil(most / step - SLACK), first + 1);
    List<Double> ticks = new ArrayList<>();
    for (long at = first; at <= last; at++) {
      ticks.add(at * step);
    }
    return ticks;
  }

  private static List<Double> logarithmic(ColumnUnit figure, double least, double most) {
    double base = isBytes(figure) ? 2 : 10;
    double first = Math.log(least) / Math.log(base);
    double last = Math.log(most) / Math.log(base);
    if (base == 10 && last - first < 1.7) {
      return between(least, most);
    }
    int step = 1;
    for (int next : List.of(1, 2, 3, 5, 10, 20)) {
      step = next;
      if ((last - first) / step <= MOST_TICKS) {
        break;
      }
    }
    long low = (long) Math.floor(first / step + SLACK);
    long high = Math.max((long) Math.ceil(last / step - SLACK), low + 1);
    List<Double> ticks = new ArrayList<>();
    for (long at = low; at <= high; at++) {
      ticks.add(Math.pow(base, (double) at * step));
    }
    return ticks;
  }

  /**
   * Ticks of a logarithmic axis of less than two decades: 1, 2 and 5 times powers of ten, from the
   * last tick below the values to the first above.
   */
  private static List<Double> between(double least, double most) {
    List<Double> ticks = new ArrayList<>();
    for (int decade = (int) Math.floor(Math.log10(least) + SLACK); ; decade++) {
      for (int round : ROUND) {
        double tick = decade < 0 ? round / Math.pow(10, -decade) : round * Math.pow(10, decade);
        if (tick <= least * (1 + SLACK)) {
          ticks.clear();
        }
        ticks.add(tick);
        if (tick >= most * (1 - SLACK) && ticks.size() > 1) {
          return ticks;
        }
      }
    }
  }

  private static boolean isBytes(ColumnUnit figure) {
    return figure == ColumnUnit.BYTES || figure == ColumnUnit.BYTES_PER_SECOND;
  }

  private static double powerOfTwo(double width) {
    return Math.pow(2, Math.max(0, Math.ceil(Math.log(width / MOST_TICKS) / Math.log(2))));
  }

  private static double powerOfTen(double width) {
    double rough = width / MOST_TICKS;
    double decade = Math.pow(10, Math.floor(Math.log10(rough)));
    for (int round : ROUND) {
      if (round * decade >= rough * (1 - SLACK)) {
        return round * decade;
      }
    }
    return 10 * decade;
  }

  double at(double value) {
    double low = along(ticks.get(0));
    double high = along(ticks.get(ticks.size() - 1));
    return from + (along(value) - low) / (high - low) * (to - from);
  }

  private double along(double value) {
    return axis.scaling() == Plot.Scaling.LINEAR ? value : Math.log(value);
  }

  /** Position at which bars start: zero, or on an axis without zero its lower end. */
  double zero() {
    double low = ticks.get(0);
    return axis.scaling() == Plot.Scaling.LINEAR ? at(Math.max(0, low)) : from;
  }

  List<Double> ticks() {
    return ticks;
  }

  String text(double tick) {
    double step =
        axis.scaling() == Plot.Scaling.LINEAR ? ticks.get(1) - ticks.get(0) : Math.abs(tick);
    return TickText.of(axis.figure(), tick, step);
  }
}
