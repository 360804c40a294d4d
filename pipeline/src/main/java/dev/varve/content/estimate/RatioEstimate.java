package dev.varve.content.estimate;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * Ratio of two sums over a population, from a simple random sample without replacement. The
 * interval uses the larger of two variances: that over the possible samples, by linearisation, and
 * that of a model with independent errors of the units' ratios. The second one includes large units
 * that happened not to be drawn.
 *
 * @see <a href="https://doi.org/10.1007/978-1-4612-4378-6">Särndal, Swensson, Wretman: Model
 *     assisted survey sampling (1992), sections 5.6, 7.3</a>
 */
final class RatioEstimate {
  private RatioEstimate() {}

  /**
   * The ratio of two sums over all units of a draw, the certain ones left out.
   *
   * @param values of the drawn units
   * @param sizes of the drawn units
   * @param populationSize sum of the sizes over all units, drawn or not
   * @param populationSquares sum of the squares of the sizes over all units
   */
  static ConfidenceInterval of(
      double[] values,
      double[] sizes,
      double populationSize,
      double populationSquares,
      int population,
      double confidence) {
    return of(values, sizes, populationSize, populationSquares, population, confidence, false);
  }

  /**
   * The ratio of parts to wholes. Drawn units with equal ratios do not prove that all other units
   * have this ratio: a large one may not have been drawn. So the ratios of units scatter at least
   * as if one unit more had been drawn whose ratio is 0 or 1, with the probabilities that give the
   * ratio.
   */
  static ConfidenceInterval ofParts(
      double[] areParts,
      double[] sizes,
      double populationSize,
      double populationSquares,
      int population,
      double confidence) {
    return of(areParts, sizes, populationSize, populationSquares, population, confidence, true);
  }

  private static ConfidenceInterval of(
      double[] values,
      double[] sizes,
      double populationSize,
      double populationSquares,
      int population,
      double confidence,
      boolean areParts) {
    int drawn = values.length;
    double drawnSize = sum(sizes);
    double ratio = drawnSize > 0 ? sum(values) / drawnSize : 0;
    if (drawn >= population || drawn < 2 || drawnSize == 0) {
      return ConfidenceInterval.exact(ratio);
    }
    double squaredDeviations = 0;
    double squaredRatioDeviations = 0;
    double drawnSquares = 0;
    for (int unit = 0; unit < drawn; unit++) {
      double deviation = values[unit] - ratio * sizes[unit];
      squaredDeviations += deviation * deviation;
      squaredRatioDeviations +=
          sizes[unit] > 0 ? deviation * deviation / (sizes[unit] * sizes[unit]) : 0;
      drawnSquares += sizes[unit] * sizes[unit];
    }
    double undrawnShare = 1 - (double) drawn / population;
    double byDraw =
        undrawnShare * drawn / (drawn - 1.0) * squaredDeviations / (drawnSize * drawnSize);
    double undrawnSize = Math.max(0, 1 - drawnSize / populationSize);
    double undrawnSquares =
        Math.max(0, populationSquares - drawnSquares) / (populationSize * populationSize);
    double least = areParts ? Math.max(0, ratio * (1 - ratio)) / (drawn + 1.0) : 0;
    double byModel =
        Math.max(least, squaredRatioDeviations / (drawn - 1))
            * (undrawnSquares + undrawnSize * undrawnSize * drawnSquares / (drawnSize * drawnSize));
    double error = Math.sqrt(Math.max(byDraw, byModel));
    return ConfidenceInterval.around(ratio, quantile(sizes, confidence) * error);
  }

  /** The ratio where sizes are known of the drawn units only. */
  static ConfidenceInterval of(double[] values, double[] sizes, int population, double confidence) {
    double scale = (double) population / Math.max(1, sizes.length);
    return of(values, sizes, scale * sum(sizes), scale * squares(sizes), population, confidence);
  }

  /**
   * The number of standard errors from a value to an end of its interval, by Student's t. Where the
   * weights of units differ, the degrees of freedom are fewer (Kish's effective sample size).
   */
  static double quantile(double[] weights, double confidence) {
    double populationSize = sum(weights);
    double populationSquares = squares(weights);
    double effective =
        populationSquares == 0
            ? weights.length
            : populationSize * populationSize / populationSquares;
    return new TDistribution(Math.max(1, effective - 1))
        .inverseCumulativeProbability(1 - (1 - confidence) / 2);
  }

  static double squares(double[] values) {
    double populationSquares = 0;
    for (double value : values) {
      populationSquares += value * value;
    }
    return populationSquares;
  }

  static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
