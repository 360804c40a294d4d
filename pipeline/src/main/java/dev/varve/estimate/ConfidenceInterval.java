package dev.varve.estimate;

import java.util.function.DoubleUnaryOperator;

/**
 * An estimate and the limits that contain the truth with a stated confidence; all three are equal
 * for what is known.
 */
public record ConfidenceInterval(double value, double low, double high) {
  /** A value that is known exactly. */
  public static ConfidenceInterval exact(double value) {
    return new ConfidenceInterval(value, value, value);
  }

  /** A value and how far off it may be to either side. */
  public static ConfidenceInterval around(double value, double half) {
    return new ConfidenceInterval(value, value - half, value + half);
  }

  /** The interval with no end outside of what is possible. */
  public ConfidenceInterval within(double least, double most) {
    DoubleUnaryOperator clip = end -> Math.max(least, Math.min(most, end));
    return new ConfidenceInterval(
        clip.applyAsDouble(value), clip.applyAsDouble(low), clip.applyAsDouble(high));
  }

  /** The sum with another, whose ends may be reached at the same time. */
  public ConfidenceInterval plus(ConfidenceInterval other) {
    return new ConfidenceInterval(value + other.value, low + other.low, high + other.high);
  }

  /** The product with another; both at least 0. */
  public ConfidenceInterval times(ConfidenceInterval other) {
    return new ConfidenceInterval(value * other.value, low * other.low, high * other.high);
  }

  /**
   * The product with another whose error is independent; both at least 0. Relative errors add as
   * squares.
   */
  public ConfidenceInterval timesIndependent(ConfidenceInterval other) {
    double product = value * other.value;
    return new ConfidenceInterval(
        product,
        product - Math.hypot((value - low) * other.value, (other.value - other.low) * value),
        product + Math.hypot((high - value) * other.value, (other.high - other.value) * value));
  }

  /** The product with a number that is known, at least 0. */
  public ConfidenceInterval times(double factor) {
    return times(exact(factor));
  }

  /** The rest of a whole. */
  public ConfidenceInterval missingFrom(double whole) {
    return new ConfidenceInterval(whole - value, whole - high, whole - low);
  }

  /** This estimate with ends that include a value. */
  public ConfidenceInterval with(double included) {
    return new ConfidenceInterval(value, Math.min(low, included), Math.max(high, included));
  }

  /** Whether a value lies between the ends. */
  public boolean holds(double truth) {
    return low <= truth && truth <= high;
  }
}
