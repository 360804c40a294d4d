package dev.varve.content.estimate;

import java.util.function.DoubleUnaryOperator;

/**
 * An estimate and the limits that contain the truth with a stated confidence; all three are equal
 * for a value that is known exactly.
 */
public record ConfidenceInterval(double value, double low, double high) {
  /** A value that is known exactly. */
  public static ConfidenceInterval exact(double value) {
    return new ConfidenceInterval(value, value, value);
  }

  /** A value and how far off it may be to either side. */
  public static ConfidenceInterval around(double value, double halfWidth) {
    return new ConfidenceInterval(value, value - halfWidth, value + halfWidth);
  }

  /** This interval, cut to the range of possible values. */
  public ConfidenceInterval within(double least, double most) {
    DoubleUnaryOperator clip = end -> Math.max(least, Math.min(most, end));
    return new ConfidenceInterval(
        clip.applyAsDouble(value), clip.applyAsDouble(low), clip.applyAsDouble(high));
  }

  /**
   * The sum with another interval. Low ends add, and high ends add, because the two errors may be
   * correlated.
   */
  public ConfidenceInterval plus(ConfidenceInterval other) {
    return new ConfidenceInterval(value + other.value, low + other.low, high + other.high);
  }

  /** The product with another interval, end by end; both must be at least 0. */
  public ConfidenceInterval times(ConfidenceInterval other) {
    return new ConfidenceInterval(value * other.value, low * other.low, high * other.high);
  }

  /**
   * The product with another interval whose error is independent; both must be at least 0. The
   * squares of the relative errors add.
   */
  public ConfidenceInterval timesIndependent(ConfidenceInterval other) {
    double product = value * other.value;
    return new ConfidenceInterval(
        product,
        product - Math.hypot((value - low) * other.value, (other.value - other.low) * value),
        product + Math.hypot((high - value) * other.value, (other.high - other.value) * value));
  }

  /** The product with an exact factor, which must be at least 0. */
  public ConfidenceInterval times(double factor) {
    return times(exact(factor));
  }

  /** An exactly known whole minus this estimate. */
  public ConfidenceInterval missingFrom(double whole) {
    return new ConfidenceInterval(whole - value, whole - high, whole - low);
  }

  /** This estimate, with its interval extended to a value. */
  public ConfidenceInterval with(double included) {
    return new ConfidenceInterval(value, Math.min(low, included), Math.max(high, included));
  }

  /** Whether the interval contains a value. */
  public boolean contains(double truth) {
    return low <= truth && truth <= high;
  }
}
