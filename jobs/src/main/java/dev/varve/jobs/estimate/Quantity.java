package dev.varve.jobs.estimate;

import dev.varve.estimate.Interval;

/**
 * One figure of an estimate.
 *
 * @param quantity its name, as in table {@code estimate_result}
 */
record Quantity(String quantity, Unit unit, Interval is, Source how) {
  /** What the values are. */
  enum Unit {
    COUNT,
    BYTES,
    RATIO,
    SECONDS
  }

  /** How it was found. */
  enum Source {
    /** By manifests, headers and lengths alone, or because everything was read. */
    KNOWN,
    /** By a sample; the interval holds the truth in 95 of 100 samples. */
    SAMPLE,
    /** By what this estimate took; the ends are two ways in which that may grow. */
    FORECAST
  }

  static Quantity known(String quantity, Unit unit, Number value) {
    return new Quantity(quantity, unit, Interval.exact(value.doubleValue()), Source.KNOWN);
  }

  static Quantity sampled(String quantity, Unit unit, Interval is) {
    return new Quantity(quantity, unit, is, is.low() == is.high() ? Source.KNOWN : Source.SAMPLE);
  }

  static Quantity forecast(String quantity, Unit unit, Interval is) {
    return new Quantity(quantity, unit, is, Source.FORECAST);
  }
}
