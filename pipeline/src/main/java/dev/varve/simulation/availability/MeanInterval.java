package dev.varve.simulation.availability;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * A confidence interval of a mean. It is valid for any number of trials, not only in the limit. A
 * normal interval would have width 0 when no trial lost anything, which is the usual case here. Two
 * bounds, each with half of the error probability, are intersected:
 *
 * <ul>
 *   <li>Hoeffding's bound with the Kullback-Leibler divergence, which assumes only that values are
 *       between 0 and 1; narrow (of order 1/n) where the mean is near either end;
 *   <li>the empirical Bernstein bound, which uses the measured variance; narrow where units vary
 *       little.
 * </ul>
 *
 * The price is a width of about 1.4 times that of the normal interval where the normal one would be
 * valid.
 *
 * @see <a href="https://doi.org/10.1080/01621459.1963.10500830">Hoeffding: Probability inequalities
 *     for sums of bounded random variables (1963), theorem 1</a>
 * @see <a href="https://arxiv.org/abs/0907.3740">Maurer, Pontil: Empirical Bernstein bounds (COLT
 *     2009), theorem 4</a>
 * @param low at most the mean
 * @param high at least the mean
 */
public record MeanInterval(double low, double high) {
  private static final int BISECTIONS = 200;

  /** Whether a value is inside, ends included. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** The interval of the mean of {@code units} independent values between 0 and 1. */
  public static MeanInterval ofMean(long units, double mean, double confidence) {
    check(confidence);
    if (units == 0) {
      return new MeanInterval(0, 1);
    }
    return divergence(units, mean, Math.log(2 / (1 - confidence)));
  }

  /**
   * Interval of a mean, narrowed by the values' measured variance.
   *
   * @param variance unbiased variance of the values; ignored when there are fewer than two units
   */
  public static MeanInterval ofMean(long units, double mean, double variance, double confidence) {
    check(confidence);
    if (units < 2) {
      return ofMean(units, mean, confidence);
    }
    MeanInterval hoeffding = divergence(units, mean, Math.log(4 / (1 - confidence)));
    double log = Math.log(8 / (1 - confidence));
    double halfWidth = Math.sqrt(2 * variance * log / units) + 7 * log / (3 * (units - 1.0));
    return new MeanInterval(
        Math.max(hoeffding.low, mean - halfWidth), Math.min(hoeffding.high, mean + halfWidth));
  }

  /**
   * The interval of the mean of values between 0 and 1 that come in groups, such as trials on the
   * same placement. It is Student's interval over the means of the groups. It is never narrower
   * than the interval of equally many values without groups, as groups may be alike by chance.
   * There should be at least about 30 groups.
   *
   * @param variance of the groups' means, unbiased
   */
  public static MeanInterval ofGroups(
      long groups, long values, double mean, double variance, double confidence) {
    MeanInterval ungrouped = ofMean(values, mean, confidence);
    if (groups < 2) {
      return ungrouped;
    }
    double quantile =
        new TDistribution(groups - 1.0).inverseCumulativeProbability((1 + confidence) / 2);
    double halfWidth = quantile * Math.sqrt(variance / groups);
    return new MeanInterval(
        Math.max(0, Math.min(ungrouped.low, mean - halfWidth)),
        Math.min(1, Math.max(ungrouped.high, mean + halfWidth)));
  }

  /** All values q with {@code units * KL(mean, q) <= most}. */
  private static MeanInterval divergence(long units, double mean, double maxDivergence) {
    return new MeanInterval(
        bound(mean, 0, units, maxDivergence), bound(mean, 1, units, maxDivergence));
  }

  private static double bound(double mean, double limit, long units, double maxDivergence) {
    double inside = mean;
    double outside = limit;
    for (int i = 0; i < BISECTIONS && inside != outside; i++) {
      double middle = inside + (outside - inside) / 2;
      if (middle == inside || middle == outside) {
        break;
      }
      if (units * divergence(mean, middle) <= maxDivergence) {
        inside = middle;
      } else {
        outside = middle;
      }
    }
    return outside; // the outer end of the last bisection step, so the interval is never too narrow
  }

  /** Kullback-Leibler divergence of two Bernoulli distributions. */
  private static double divergence(double mean, double other) {
    double heads = mean == 0 ? 0 : mean * Math.log(mean / other);
    double tails = mean == 1 ? 0 : (1 - mean) * (Math.log1p(-mean) - Math.log1p(-other));
    return heads + tails;
  }

  private static void check(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence " + confidence);
    }
  }
}
