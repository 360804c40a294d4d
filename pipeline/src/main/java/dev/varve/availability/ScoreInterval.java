package dev.varve.availability;

import java.util.Optional;

/**
 * An interval of a mean of few, rare losses that sees how they vary: where the mean is larger, so
 * is the variance, as losses come as events of about the sizes that were seen (a score interval of
 * a compound Poisson sum; for one size of loss it is Wilson's). With m the mean, s² the variance, a
 * = E[x²]/E[x] the mean size of a loss by weight, and t the quantile of Student's distribution, the
 * ends are the two d of {@code (d - m)² = t² (s² + (a - 2m)(d - m)) / n}.
 *
 * <p>It holds in the limit, not for any number of units, and knows nothing of losses of a kind that
 * never came: so it is given only where the losses are worth {@value #LEAST_LOSSES} of equal size,
 * and what is kept likewise. A test counts its coverage.
 *
 * @see <a href="https://doi.org/10.1080/01621459.1927.10502953">Wilson: Probable inference, the law
 *     of succession, and statistical inference (1927)</a>
 */
final class ScoreInterval {
  private static final int LEAST_LOSSES = 30;

  private ScoreInterval() {}

  /**
   * The interval.
   *
   * @param units independent values between 0 and 1
   * @param mean of them
   * @param variance unbiased
   * @return none where too few of them lost anything
   */
  static Optional<Interval> of(long units, double mean, double variance, double confidence) {
    double square = mean * mean + variance * (units - 1) / units;
    double keptSquare = Math.max(0, 1 - 2 * mean + square);
    double losses = units * mean * mean / square;
    double kept = units * (1 - mean) * (1 - mean) / keptSquare;
    double events = Math.min(losses, kept);
    if (!(events >= LEAST_LOSSES)) {
      return Optional.empty();
    }
    double quantile = quantile((1 + confidence) / 2, events - 1);
    double slope = square / mean - 2 * mean;
    double shift = quantile * quantile * slope / (2 * units);
    double half = Math.sqrt(shift * shift + quantile * quantile * variance / units);
    return Optional.of(
        new Interval(
            Math.min(mean, Math.max(0, mean + shift - half)),
            Math.max(mean, Math.min(1, mean + shift + half))));
  }

  /** That of Student's t, by its expansion around the normal one (Abramowitz, Stegun 26.7.5). */
  private static double quantile(double probability, double degrees) {
    double z = normal(probability);
    double z2 = z * z;
    double first = (z2 + 1) * z / 4;
    double second = ((5 * z2 + 16) * z2 + 3) * z / 96;
    return z + (first + second / degrees) / degrees;
  }

  /**
   * The normal quantile to seven digits, for probabilities above one half (Wichura, algorithm AS
   * 241, PPND7, doi.org/10.2307/2347330).
   */
  static double normal(double probability) {
    double off = probability - 0.5;
    if (off <= 0.425) {
      double r = 0.180625 - off * off;
      return off
          * (((59.109374720 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179)
          / (((67.187563600 * r + 78.757757664) * r + 17.895169469) * r + 1);
    }
    double r = Math.sqrt(-Math.log(1 - probability));
    if (r <= 5) {
      r -= 1.6;
      return (((0.17023821103 * r + 1.3067284816) * r + 2.7568153900) * r + 1.4234372777)
          / ((0.12021132975 * r + 0.73700164250) * r + 1);
    }
    r -= 5;
    return (((0.017337203997 * r + 0.42868294337) * r + 3.0812263860) * r + 6.6579051150)
        / ((0.012258202635 * r + 0.24197894225) * r + 1);
  }
}
