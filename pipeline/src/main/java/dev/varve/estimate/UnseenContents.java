package dev.varve.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.jspecify.annotations.Nullable;

/**
 * How much of the bytes that units contain is distinct, from a simple random sample of the units.
 * Let a share y(j) of the bytes be of contents that j units contain. Of them, contents observed in
 * i of the drawn units show with the hypergeometric probability P(i|j). The distinct share is the
 * sum of y(j)/j. The estimate is that of the y that fits the observed shares best. The interval is
 * that of all y whose weighted squared error is larger by at most the square of the quantile
 * (profile likelihood). Observed shares err together; their covariances come from leaving out one
 * unit at a time (jackknife), and are widened where contents were observed too rarely to show their
 * spread.
 *
 * @see <a href="https://www.usenix.org/conference/fast16/technical-sessions/presentation/harnik">
 *     Harnik, Khaitzin, Sotnikov (FAST 2016), section 3: from observed to all frequencies</a>
 */
final class UnseenContents {
  /** Numbers of units up to this are distinguished, larger ones by classes. */
  private static final int SINGLE = 12;

  private static final double CLASS = 1.15;
  private static final double LEAST_ERROR = 1e-3;
  private static final double SYMMETRY = 1e-6;
  private static final double POSITIVE = 1e-12;

  /** Contents of so many units that were not observed count for how far a rare row may be off. */
  private static final double PRIOR_EVENTS = 2;

  /** A fit is worse than chance beyond this squared error: all errors are then larger. */
  private static final double POOR_FIT = 4;

  /** Weight of the conditions that are met exactly. */
  private static final double EXACT = 1e4;

  private static final int HALVINGS = 12;
  private static final int ROWS = UnitContents.MOST_UNITS + 1;
  private static final int ANY = ROWS - 1;

  private final double[] observed = new double[ROWS];
  private final double[] owners;
  private final double[][] shows;
  private final double[][] covariances;
  private final double events;
  private final double left;
  private final double quantile;
  private final @Nullable ConfidenceInterval otherwise;

  private UnseenContents(
      UnitContents contents, @Nullable ConfidenceInterval otherwise, double confidence) {
    List<UnitSums> drawn = contents.drawn();
    int population = contents.draw().rest();
    double[] fresh = drawn.stream().mapToDouble(UnitSums::fresh).toArray();
    double all = RatioEstimate.sum(fresh);
    double[] sums = new double[ROWS];
    for (int row = 0; row < ROWS; row++) {
      sums[row] = sumOf(contents, row);
      observed[row] = sums[row] / all;
    }
    left = 1 - (double) drawn.size() / population;
    covariances = covariances(drawn, sums, all);
    events = spreadOfEvents(fresh);
    owners = owners(population);
    shows = shows(owners, population, drawn.size());
    quantile = RatioEstimate.quantile(fresh, confidence);
    this.otherwise = otherwise;
  }

  /**
   * The distinct share of the bytes of contents that no certain unit contains.
   *
   * @param otherwise the same from elsewhere, with its interval
   */
  static ConfidenceInterval distinctShare(
      UnitContents contents, Optional<ConfidenceInterval> otherwise, double confidence) {
    double all = contents.drawn().stream().mapToDouble(UnitSums::fresh).sum();
    if (all == 0 || contents.draw().isWhole()) {
      return ConfidenceInterval.exact(all == 0 ? 1 : contents.drawnDistinct() / all);
    }
    return new UnseenContents(contents, otherwise.orElse(null), confidence).interval();
  }

  /**
   * Bytes of distinct contents that row + 1 drawn units contain; in the last row, that any does.
   */
  private static double sumOf(UnitContents contents, int row) {
    return row == ANY
        ? contents.drawnDistinct()
        : contents.drawn().stream().mapToDouble(unit -> unit.inUnits(row + 1)).sum() / (row + 1);
  }

  private double[][] covariances(List<UnitSums> drawn, double[] sums, double all) {
    double[][] without = new double[drawn.size()][ROWS];
    double[] means = new double[ROWS];
    for (int unit = 0; unit < without.length; unit++) {
      UnitSums out = drawn.get(unit);
      double rest = all - out.fresh();
      for (int row = 0; row < ROWS; row++) {
        double gone = out.inUnits(row == ANY ? 1 : row + 1);
        double come = row == ANY ? 0 : out.inUnits(row + 2);
        without[unit][row] = rest > 0 ? (sums[row] - gone + come) / rest : 0;
        means[row] += without[unit][row] / without.length;
      }
    }
    double[][] sum = new double[ROWS][ROWS];
    double factor = left * (without.length - 1.0) / without.length;
    for (double[] shares : without) {
      for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < ROWS; column++) {
          sum[row][column] +=
              factor * (shares[row] - means[row]) * (shares[column] - means[column]);
        }
      }
    }
    return sum;
  }

  /**
   * The variance of an observed share over the share itself: what is observed in several units
   * comes in events, such as two drawn units that are alike. Where few were seen, one unit is taken
   * for an event.
   */
  private double spreadOfEvents(double[] fresh) {
    double shares = 0;
    double variances = 0;
    for (int row = 1; row < ANY; row++) {
      shares += observed[row];
      variances += covariances[row][row];
    }
    double ofUnit = RatioEstimate.squares(fresh) / Math.pow(RatioEstimate.sum(fresh), 2);
    double seen = variances > 0 ? shares * shares / variances : 0;
    double spread = shares > 0 ? variances / shares : 0;
    return (spread * seen + ofUnit * PRIOR_EVENTS) / (seen + PRIOR_EVENTS);
  }

  private static double[] owners(int population) {
    List<Double> owners = new ArrayList<>();
    for (int units = 1; units <= population; units = next(units, population)) {
      owners.add((double) units);
    }
    return owners.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static int next(int units, int population) {
    if (units < SINGLE || units == population) {
      return units + 1;
    }
    return Math.min(population, Math.max(units + 1, (int) (units * CLASS)));
  }

  /** The amount that a byte in so many units adds to the share of each row. */
  private static double[][] shows(double[] owners, int population, int drawn) {
    double[][] shows = new double[ROWS][owners.length];
    double part = (double) drawn / population;
    for (int column = 0; column < owners.length; column++) {
      double scale = part * owners[column];
      for (int row = 0; row < ANY; row++) {
        shows[row][column] = probability(row + 1, population, owners[column], drawn) / scale;
      }
      shows[ANY][column] = (1 - probability(0, population, owners[column], drawn)) / scale;
    }
    return shows;
  }

  /** The probability that so many drawn units contain a content of so many owners. */
  private static double probability(int units, int population, double owners, int drawn) {
    if (owners == population) { // commons-math has NaN for this
      return units == drawn ? 1 : 0;
    }
    return new HypergeometricDistribution(population, (int) owners, drawn).probability(units);
  }

  private ConfidenceInterval interval() {
    // The errors of rows that were hardly observed follow from what fits, and the fit from them.
    Fit fit = new Fit(rootOfInverse(covariances(observed)), 1);
    fit = new Fit(rootOfInverse(covariances(fit.expected())), 1);
    RealMatrix root = rootOfInverse(covariances(fit.expected()));
    fit = new Fit(root, 1);
    double inflation = Math.max(1, fit.best.error() / POOR_FIT);
    if (inflation > 1) {
      fit = new Fit(root, 1 / Math.sqrt(inflation));
    }
    double value = fit.best.distinct();
    return new ConfidenceInterval(value, fit.end(1 / owners[owners.length - 1]), fit.end(1));
  }

  /** Covariances of the observed shares, at least those of the expected ones. */
  private double[][] covariances(double[] expected) {
    double[][] all = new double[ROWS][];
    for (int row = 0; row < ROWS; row++) {
      all[row] = covariances[row].clone();
      all[row][row] += LEAST_ERROR * LEAST_ERROR;
    }
    double share = 0;
    for (int row = 1; row <= ANY; row++) {
      boolean more = row == ANY;
      // A row after one that is full is hardly empty, though nothing was observed there.
      share = Math.max(share / 2, more ? tail(expected) : Math.max(expected[row], observed[row]));
      double variance = events * left * share - (more ? 0 : covariances[row][row]);
      double[] change = change(row);
      for (int one = 0; one < ROWS; one++) {
        for (int other = 0; other < ROWS; other++) {
          all[one][other] += Math.max(0, variance) * change[one] * change[other];
        }
      }
    }
    return all;
  }

  /**
   * How the shares change with one more content of a row. In row 1 two contents of row 0 are one,
   * in later rows a content of the row before is in one more unit. All shares together stay the
   * whole.
   */
  private double[] change(int row) {
    double[] change = new double[ROWS];
    if (row == 1) {
      change[0] = -2;
      change[1] = 1;
      change[ANY] = -1;
      return change;
    }
    for (int other = 0; other < ROWS; other++) {
      change[other] = -observed[other];
    }
    change[row - 1] -= 1;
    if (row < ANY) {
      change[row] += 1;
    }
    return change;
  }

  /** The share of distinct contents in more units than have a row. */
  private static double tail(double[] shares) {
    double tail = shares[ANY];
    for (int row = 0; row < ANY; row++) {
      tail -= shares[row];
    }
    return Math.max(0, tail);
  }

  /** A matrix that makes the errors of observed shares independent, each with variance 1. */
  private static RealMatrix rootOfInverse(double[][] covariances) {
    RealMatrix matrix = new Array2DRowRealMatrix(covariances);
    matrix = matrix.add(matrix.transpose()).scalarMultiply(0.5);
    return MatrixUtils.inverse(new CholeskyDecomposition(matrix, SYMMETRY, POSITIVE).getL());
  }

  /** Shares y that fit, the distinct share that they give, and their weighted squared error. */
  private record Shares(double[] shares, double distinct, double error) {}

  /** Fits of the observed shares with given errors. */
  private final class Fit {
    private final List<double[]> rows = new ArrayList<>();
    private final List<Double> targets = new ArrayList<>();
    private final Shares best;

    Fit(RealMatrix rootOfInverse, double factor) {
      double[][] matrix =
          rootOfInverse.multiply(new Array2DRowRealMatrix(shows)).scalarMultiply(factor).getData();
      double[] target = rootOfInverse.scalarMultiply(factor).operate(observed);
      for (int row = 0; row < ROWS; row++) {
        rows.add(matrix[row]);
        targets.add(target[row]);
      }
      if (otherwise != null) {
        double error = Math.max(1e-4, (otherwise.high() - otherwise.low()) / 2 / quantile);
        rows.add(distinct(1 / error));
        targets.add(otherwise.value() / error);
      }
      double[] whole = new double[owners.length];
      Arrays.fill(whole, EXACT);
      rows.add(whole);
      targets.add(EXACT);
      best = fitted(rows, targets);
    }

    private Shares fitted(List<double[]> rows, List<Double> targets) {
      double[][] matrix = rows.toArray(new double[0][]);
      double[] target = targets.stream().mapToDouble(Double::doubleValue).toArray();
      double[] shares = NonNegativeFit.of(matrix, target);
      double error = 0;
      for (int row = 0; row < matrix.length; row++) {
        double off = product(matrix[row], shares) - target[row];
        error += off * off;
      }
      return new Shares(shares, product(distinct(1), shares), error);
    }

    /** The distinct share of a byte for each number of owners, by a factor. */
    private double[] distinct(double factor) {
      double[] distinct = new double[owners.length];
      for (int column = 0; column < distinct.length; column++) {
        distinct[column] = factor / owners[column];
      }
      return distinct;
    }

    /** The shares of the rows that the best fit gives. */
    double[] expected() {
      double[] expected = new double[ROWS];
      for (int row = 0; row < ROWS; row++) {
        expected[row] = product(shows[row], best.shares());
      }
      return expected;
    }

    /** The distinct share, between the best and a limit, that still fits well enough. */
    double end(double limit) {
      double most = best.error() + quantile * quantile;
      double good = best.distinct();
      double poor = limit;
      if (errorAt(limit) <= most) {
        return limit;
      }
      for (int step = 0; step < HALVINGS; step++) {
        double middle = (good + poor) / 2;
        if (errorAt(middle) <= most) {
          good = middle;
        } else {
          poor = middle;
        }
      }
      return poor;
    }

    private double errorAt(double distinct) {
      List<double[]> more = new ArrayList<>(rows);
      List<Double> moreTargets = new ArrayList<>(targets);
      more.add(distinct(EXACT));
      moreTargets.add(EXACT * distinct);
      return fitted(more, moreTargets).error();
    }

    private static double product(double[] one, double[] other) {
      double sum = 0;
      for (int place = 0; place < one.length; place++) {
        sum += one[place] * other[place];
      }
      return sum;
    }
  }
}
