package dev.varve.estimate;

import java.util.function.DoubleUnaryOperator;

/**
 * An estimate and the limits that hold the truth with a stated confidence; all three are equal for
 * what is known.
 */
public record Interval(double value, double low, double high) {
  /** What is known exactly. */
  public static Interval exact(double value) {
    return new Interval(value, value, value);
  }

  /** A value and how far off it may be to either side. */
  public static Interval around(double value, double half) {
    return new Interval(value, value - half, value + half);
  }

  /** No end lies outside of what is possible. */
  public Interval within(double least, double most) {
    DoubleUnaryOperator clip = end -> Math.max(least, Math.min(most, end));
    return new Interval(
        clip.applyAsDouble(value), clip.applyAsDouble(low), clip.applyAsDouble(high));
  }

  /** The sum with another, whose ends may be met at the same time. */
  public Interval plus(Interval other) {
    return new Interval(value + other.value, low + other.low, high + other.high);
  }

  /** The product with another; both at least 0. */
  public Interval times(Interval other) {
    return new Interval(value * other.value, low * other.low, high * other.high);
  }

  /** The product with a number that is known, at least 0. */
  public Interval times(double factor) {
    return times(exact(factor));
  }

  /** What is missing of a whole. */
  public Interval missingFrom(double whole) {
    return new Interval(whole - value, whole - high, whole - low);
  }

  /** Whether a value lies between the ends. */
  public boolean holds(double truth) {
    return low <= truth && truth <= high;
  }
}
