package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Axis of a drawing: maps values to positions, and chooses the ticks at round values. Ticks of
 * bytes are a power of two apart; ticks of other units 1, 2 or 5 times a power of ten.
 */
final class Scale {
  private static final int MAX_TICKS = 6;

  /**
   * Tolerance for rounding errors of logarithms and divisions, so that a value on a tick needs no
   * further tick.
   */
  private static final double TOLERANCE = 1e-9;

  /** A linear axis starts at zero if its least value is below this share of its largest. */
  private static final double ZERO_SHARE = 0.6;

  /** Decades of a logarithmic axis below which powers of ten alone are too few ticks. */
  private static final double FEW_DECADES = 1.7;

  /** Round numbers within a power of ten. */
  private static final List<Integer> ROUND_NUMBERS = List.of(1, 2, 5);

  private final Plot.Axis axis;
  private final List<Double> ticks;

  /** Position of the first tick, in user units of the SVG drawing. */
  private final double start;

  /** Position of the last tick. */
  private final double end;

  private Scale(Plot.Axis axis, List<Double> ticks, double start, double end) {
    this.axis = axis;
    this.ticks = List.copyOf(ticks);
    this.start = start;
    this.end = end;
  }

  /**
   * A scale that begins and ends at round values. A logarithmic one has no place for zero: where
   * {@code min} is not above it, the scale covers the decade up to {@code max}, or from 1 to 10.
   *
   * @param min least value to show, and {@code max} the largest
   * @param start position of the lower end, and {@code end} of the upper end
   */
  static Scale of(Plot.Axis axis, double min, double max, double start, double end) {
    List<Double> ticks =
        axis.scaling() == Plot.Scaling.LINEAR
            ? linear(axis.unit(), min, max)
            : aboveZero(axis.unit(), min, max);
    return new Scale(axis, ticks, start, end);
  }

  /**
   * A scale like {@link #of}, but a linear one starts at zero if the least value is below {@link
   * #ZERO_SHARE} of the largest.
   */
  static Scale fromZero(Plot.Axis axis, double min, double max, double start, double end) {
    boolean reachesLow = min > 0 && min < ZERO_SHARE * max;
    boolean zero = axis.scaling() == Plot.Scaling.LINEAR && reachesLow;
    return of(axis, zero ? 0 : min, max, start, end);
  }

  private static List<Double> linear(ColumnUnit unit, double min, double max) {
    double width = max > min ? max - min : Math.max(Math.abs(max), 1);
    double step = isBytes(unit) ? powerOfTwo(width) : powerOfTen(width);
    step = unit == ColumnUnit.COUNT ? Math.max(1, step) : step;
    long first = (long) Math.floor(min / step + TOLERANCE);
    long last = Math.max((long) Math.ceil(max / step - TOLERANCE), first + 1);
    List<Double> ticks = new ArrayList<>();
    for (long at = first; at <= last; at++) {
      ticks.add(at * step);
    }
    return ticks;
  }

  private static List<Double> aboveZero(ColumnUnit unit, double min, double max) {
    double high = max > 0 ? max : 10;
    return logarithmic(unit, min > 0 ? min : high / 10, high);
  }

  private static List<Double> logarithmic(ColumnUnit unit, double min, double max) {
    double base = isBytes(unit) ? 2 : 10;
    double first = Math.log(min) / Math.log(base);
    double last = Math.log(max) / Math.log(base);
    if (base == 10 && last - first < FEW_DECADES) {
      return withinTwoDecades(min, max);
    }
    int step = 1;
    for (int next : List.of(1, 2, 3, 5, 10, 20)) {
      step = next;
      if ((last - first) / step <= MAX_TICKS) {
        break;
      }
    }
    long low = (long) Math.floor(first / step + TOLERANCE);
    long high = Math.max((long) Math.ceil(last / step - TOLERANCE), low + 1);
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
  private static List<Double> withinTwoDecades(double min, double max) {
    List<Double> ticks = new ArrayList<>();
    for (int decade = (int) Math.floor(Math.log10(min) + TOLERANCE); ; decade++) {
      for (int round : ROUND_NUMBERS) {
        double tick = decade < 0 ? round / Math.pow(10, -decade) : round * Math.pow(10, decade);
        if (tick <= min * (1 + TOLERANCE)) {
          ticks.clear();
        }
        ticks.add(tick);
        if (tick >= max * (1 - TOLERANCE) && ticks.size() > 1) {
          return ticks;
        }
      }
    }
  }

  private static boolean isBytes(ColumnUnit unit) {
    return unit == ColumnUnit.BYTES || unit == ColumnUnit.BYTES_PER_SECOND;
  }

  private static double powerOfTwo(double width) {
    return Math.pow(2, Math.max(0, Math.ceil(Math.log(width / MAX_TICKS) / Math.log(2))));
  }

  private static double powerOfTen(double width) {
    double rough = width / MAX_TICKS;
    double decade = Math.pow(10, Math.floor(Math.log10(rough)));
    for (int round : ROUND_NUMBERS) {
      if (round * decade >= rough * (1 - TOLERANCE)) {
        return round * decade;
      }
    }
    return 10 * decade;
  }

  double position(double value) {
    double low = projected(ticks.get(0));
    double high = projected(ticks.get(ticks.size() - 1));
    return start + (projected(value) - low) / (high - low) * (end - start);
  }

  /** A value as it is laid out: itself on a linear axis, else its logarithm. */
  private double projected(double value) {
    return axis.scaling() == Plot.Scaling.LINEAR ? value : Math.log(value);
  }

  /** Position at which bars start: zero, or on an axis without zero its lower end. */
  double barStart() {
    double low = ticks.get(0);
    return axis.scaling() == Plot.Scaling.LINEAR ? position(Math.max(0, low)) : start;
  }

  List<Double> ticks() {
    return ticks;
  }

  String label(double tick) {
    double step =
        axis.scaling() == Plot.Scaling.LINEAR ? ticks.get(1) - ticks.get(0) : Math.abs(tick);
    return TickLabels.label(axis.unit(), tick, step);
  }
}
