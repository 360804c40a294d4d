package dev.varve.content.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.RealMatrix;
import org.jspecify.annotations.Nullable;

/**
 * The shares of bytes by {@link OwnerClasses} that fit the observed shares best. They are not
 * negative and add up to 1, and their weighted squared error is the least. An end of the interval
 * is the distinct share furthest from the best one that still fits well enough. That is where the
 * squared error exceeds the least one by at most the square of the quantile. This is the profile
 * likelihood of normal errors.
 *
 * @see <a href="https://doi.org/10.2307/2347496">Venzon, Moolgavkar: A method for computing
 *     profile-likelihood-based confidence intervals (Applied Statistics 37, 1988)</a>
 */
final class ShareFit {
  /**
   * Weight of the equations that must hold exactly, against a weight of 1 for each observed share.
   */
  private static final double EXACT_WEIGHT = 1e4;

  /** Lower bound of the standard error assumed for the estimate of another source, as a share. */
  private static final double LEAST_OTHER_ERROR = 1e-4;

  /** Bisection steps in the search for an end of the interval. */
  private static final int HALVINGS = 12;

  private final OwnerClasses classes;
  private final List<double[]> rows;
  private final List<Double> targets;
  private final double quantile;
  private final Shares best;

  /**
   * Shares of the classes, the distinct share that they give, and their weighted squared error.
   *
   * @param shares of each class, 0..1
   * @param distinct share of distinct contents, 0..1
   * @param error sum of weighted squares
   */
  private record Shares(double[] shares, double distinct, double error) {}

  private ShareFit(
      OwnerClasses classes, List<double[]> rows, List<Double> targets, double quantile) {
    this.classes = classes;
    this.rows = rows;
    this.targets = targets;
    this.quantile = quantile;
    best = fitted(rows, targets);
  }

  /**
   * The best fit to observed shares.
   *
   * @param whitening makes their errors independent, each with variance 1
   * @param factor multiplies the weights of the observed shares; below 1 where all errors are
   *     larger
   * @param other the distinct share from another source, with its interval; may be null
   * @param quantile how many standard errors an end is off
   */
  static ShareFit of(
      OwnerClasses classes,
      double[] observed,
      RealMatrix whitening,
      double factor,
      @Nullable ConfidenceInterval other,
      double quantile) {
    RealMatrix shown = new Array2DRowRealMatrix(classes.drawnShares());
    double[][] matrix = whitening.multiply(shown).scalarMultiply(factor).getData();
    double[] target = whitening.scalarMultiply(factor).operate(observed);
    List<double[]> rows = new ArrayList<>();
    List<Double> targets = new ArrayList<>();
    for (int row = 0; row < matrix.length; row++) {
      rows.add(matrix[row]);
      targets.add(target[row]);
    }
    if (other != null) {
      double error = Math.max(LEAST_OTHER_ERROR, (other.high() - other.low()) / 2 / quantile);
      rows.add(classes.distinct(1 / error));
      targets.add(other.value() / error);
    }
    double[] sumsToOne = new double[classes.count()];
    Arrays.fill(sumsToOne, EXACT_WEIGHT);
    rows.add(sumsToOne);
    targets.add(EXACT_WEIGHT);
    return new ShareFit(classes, rows, targets, quantile);
  }

  private Shares fitted(List<double[]> rows, List<Double> targets) {
    double[][] matrix = rows.toArray(new double[0][]);
    double[] target = targets.stream().mapToDouble(Double::doubleValue).toArray();
    double[] shares = NonNegativeFit.of(matrix, target);
    double error = 0;
    for (int row = 0; row < matrix.length; row++) {
      double deviation = product(matrix[row], shares) - target[row];
      error += deviation * deviation;
    }
    return new Shares(shares, product(classes.distinct(1), shares), error);
  }

  /** The distinct share of the best fit. */
  double distinct() {
    return best.distinct();
  }

  /** The weighted squared error of the best fit. */
  double error() {
    return best.error();
  }

  /** The shares of the rows of {@link ObservedShares} that the best fit gives. */
  double[] expected() {
    double[] expected = new double[ObservedShares.ROWS];
    for (int row = 0; row < expected.length; row++) {
      expected[row] = product(classes.drawnShares()[row], best.shares());
    }
    return expected;
  }

  /**
   * The end of the interval towards a limit, by halving.
   *
   * @param limit the least or the largest distinct share that is possible
   */
  double end(double limit) {
    double mostError = best.error() + quantile * quantile;
    if (errorAt(limit) <= mostError) {
      return limit;
    }
    double inside = best.distinct();
    double outside = limit;
    for (int step = 0; step < HALVINGS; step++) {
      double middle = (inside + outside) / 2;
      if (errorAt(middle) <= mostError) {
        inside = middle;
      } else {
        outside = middle;
      }
    }
    return outside;
  }

  /** The squared error of the best fit with a given distinct share. */
  private double errorAt(double distinct) {
    List<double[]> moreRows = new ArrayList<>(rows);
    List<Double> moreTargets = new ArrayList<>(targets);
    moreRows.add(classes.distinct(EXACT_WEIGHT));
    moreTargets.add(EXACT_WEIGHT * distinct);
    return fitted(moreRows, moreTargets).error();
  }

  private static double product(double[] one, double[] other) {
    double sum = 0;
    for (int index = 0; index < one.length; index++) {
      sum += one[index] * other[index];
    }
    return sum;
  }
}
