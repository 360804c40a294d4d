package dev.varve.simulation.access;

import java.util.random.RandomGenerator;

/**
 * Draws ranks 1..n for pattern zipf, of which rank i has a probability in proportion to i to the
 * power of -exponent, without a table, so that n may be large.
 *
 * @see <a href="https://doi.org/10.1145/235025.235029">W. Hörmann, G. Derflinger:
 *     Rejection-inversion to generate variates from monotone discrete distributions (1996)</a>
 */
final class ZipfDraws {
  /**
   * Powers below it are taken by the first two terms of the series, as their quotient is inexact.
   */
  private static final double SERIES_BELOW = 1e-8;

  private final long ranks;
  private final double exponent;

  /** The integral up to the upper edge of the first and of the last rank. */
  private final double areaOfFirst;

  private final double areaOfLast;

  /** A point at most so far below its rank is accepted without a test. */
  private final double acceptedDistance;

  ZipfDraws(long ranks, double exponent) {
    this.ranks = ranks;
    this.exponent = exponent;
    areaOfFirst = integral(1.5) - 1;
    areaOfLast = integral(ranks + 0.5);
    acceptedDistance = 2 - inverse(integral(2.5) - density(2));
  }

  long draw(RandomGenerator random) {
    while (true) {
      double area = areaOfLast + random.nextDouble() * (areaOfFirst - areaOfLast);
      double x = inverse(area);
      long rank = Math.max(1, Math.min(ranks, (long) (x + 0.5)));
      if (rank - x <= acceptedDistance || area >= integral(rank + 0.5) - density((double) rank)) {
        return rank;
      }
    }
  }

  /** The integral of x to the power of -exponent. */
  private double integral(double x) {
    double log = Math.log(x);
    double power = (1 - exponent) * log;
    return (Math.abs(power) < SERIES_BELOW ? 1 + power / 2 : Math.expm1(power) / power) * log;
  }

  private double density(double x) {
    return Math.exp(-exponent * Math.log(x));
  }

  private double inverse(double area) {
    double power = Math.max(-1, area * (1 - exponent));
    return Math.exp(
        (Math.abs(power) < SERIES_BELOW ? 1 - power / 2 : Math.log1p(power) / power) * area);
  }
}
