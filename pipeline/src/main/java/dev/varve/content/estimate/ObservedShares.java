package dev.varve.content.estimate;

import java.util.List;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The bytes of distinct contents by how many drawn units contain them, as shares of all bytes of
 * the drawn units, and the covariances of the errors of these shares. Row i counts contents in
 * exactly i + 1 drawn units; the last row counts contents in any number of them. Bytes that a
 * certain unit contains do not count.
 *
 * <p>Covariances come from leaving out one drawn unit at a time: the jackknife, with a finite
 * population correction. A share of contents that were rarely or never observed has too small a
 * variance that way. So each row has at least the variance of a number of independent events.
 *
 * @see <a href="https://doi.org/10.1007/978-0-387-35099-8">Wolter: Introduction to variance
 *     estimation (2007), chapter 4: the jackknife</a>
 */
final class ObservedShares {
  static final int ROWS = UnitContents.MOST_UNITS + 1;

  /** The row of contents that any drawn unit contains. */
  static final int ANY_NUMBER = ROWS - 1;

  /** The standard error that every share has at least. */
  private static final double LEAST_ERROR = 1e-3;

  /** Tolerance of the Cholesky decomposition for a matrix that is not quite symmetric. */
  private static final double SYMMETRY = 1e-6;

  private static final double LEAST_PIVOT = 1e-12;

  /**
   * The weight, in events, of the assumption that one event moves the bytes of one unit. Observed
   * events outweigh it once there are more.
   */
  private static final double PRIOR_EVENTS = 2;

  private final double[] shares = new double[ROWS];
  private final double[][] covariances;
  private final double unreadShare;
  private final double eventShare;

  ObservedShares(UnitContents contents) {
    List<UnitSums> drawn = contents.drawn();
    double[] fresh = drawn.stream().mapToDouble(UnitSums::uncertainBytes).toArray();
    double all = RatioEstimate.sum(fresh);
    double[] sums = new double[ROWS];
    for (int row = 0; row < ROWS; row++) {
      sums[row] = distinctBytes(contents, row);
      shares[row] = sums[row] / all;
    }
    unreadShare = 1 - (double) drawn.size() / contents.draw().restUnits();
    covariances = jackknife(drawn, sums, all);
    eventShare = shareOfEvent(fresh);
  }

  /** The observed share of each row. */
  double[] shares() {
    return shares.clone();
  }

  /** Bytes of the distinct contents of a row. */
  private static double distinctBytes(UnitContents contents, int row) {
    return row == ANY_NUMBER
        ? contents.drawnDistinct()
        : contents.drawn().stream().mapToDouble(unit -> unit.inUnits(row + 1)).sum() / (row + 1);
  }

  /**
   * Covariances by the jackknife. Without a unit, its contents leave their row, and are then in the
   * row before, as one unit fewer contains them.
   */
  private double[][] jackknife(List<UnitSums> drawn, double[] sums, double all) {
    double[][] without = new double[drawn.size()][ROWS];
    double[] means = new double[ROWS];
    for (int unit = 0; unit < without.length; unit++) {
      UnitSums leftOut = drawn.get(unit);
      double rest = all - leftOut.uncertainBytes();
      for (int row = 0; row < ROWS; row++) {
        double leaving = leftOut.inUnits(row == ANY_NUMBER ? 1 : row + 1);
        double coming = row == ANY_NUMBER ? 0 : leftOut.inUnits(row + 2);
        without[unit][row] = rest > 0 ? (sums[row] - leaving + coming) / rest : 0;
        means[row] += without[unit][row] / without.length;
      }
    }
    double[][] sum = new double[ROWS][ROWS];
    double factor = unreadShare * (without.length - 1.0) / without.length;
    for (double[] estimate : without) {
      for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < ROWS; column++) {
          sum[row][column] +=
              factor * (estimate[row] - means[row]) * (estimate[column] - means[column]);
        }
      }
    }
    return sum;
  }

  /**
   * The variance of a share over the share itself, which for independent events of equal size is
   * the share of one event. An event is for example that two drawn units are alike. Where few were
   * observed, one drawn unit is taken for an event.
   */
  private double shareOfEvent(double[] fresh) {
    double repeated = 0;
    double variances = 0;
    for (int row = 1; row < ANY_NUMBER; row++) {
      repeated += shares[row];
      variances += covariances[row][row];
    }
    double shareOfUnit = RatioEstimate.squares(fresh) / Math.pow(RatioEstimate.sum(fresh), 2);
    double events = variances > 0 ? repeated * repeated / variances : 0;
    double observedShareOfEvent = repeated > 0 ? variances / repeated : 0;
    return (observedShareOfEvent * events + shareOfUnit * PRIOR_EVENTS) / (events + PRIOR_EVENTS);
  }

  /**
   * A matrix that makes the errors of the shares independent, each with variance 1: the inverse of
   * the Cholesky factor of their covariances.
   *
   * @param expected shares of the rows, of which the errors have at least the variance of events
   */
  RealMatrix whitening(double[] expected) {
    RealMatrix matrix = new Array2DRowRealMatrix(covariances(expected));
    matrix = matrix.add(matrix.transpose()).scalarMultiply(0.5);
    return MatrixUtils.inverse(new CholeskyDecomposition(matrix, SYMMETRY, LEAST_PIVOT).getL());
  }

  private double[][] covariances(double[] expected) {
    double[][] all = new double[ROWS][];
    for (int row = 0; row < ROWS; row++) {
      all[row] = covariances[row].clone();
      all[row][row] += LEAST_ERROR * LEAST_ERROR;
    }
    double share = 0;
    for (int row = 1; row <= ANY_NUMBER; row++) {
      boolean isTail = row == ANY_NUMBER;
      // Expect at least half of the share of the row before, even where nothing was observed:
      // distributions seldom end abruptly.
      share = Math.max(share / 2, isTail ? tail(expected) : Math.max(expected[row], shares[row]));
      double variance = eventShare * unreadShare * share - (isTail ? 0 : covariances[row][row]);
      double[] derivatives = derivatives(row);
      for (int first = 0; first < ROWS; first++) {
        for (int second = 0; second < ROWS; second++) {
          all[first][second] += Math.max(0, variance) * derivatives[first] * derivatives[second];
        }
      }
    }
    return all;
  }

  /**
   * Derivatives of the shares by one more content of a row. In row 1, two contents of row 0 become
   * one. In later rows, a content of the row before is in one more unit, and all shares are scaled
   * so that their bytes stay the whole.
   */
  private double[] derivatives(int row) {
    double[] derivatives = new double[ROWS];
    if (row == 1) {
      derivatives[0] = -2;
      derivatives[1] = 1;
      derivatives[ANY_NUMBER] = -1;
      return derivatives;
    }
    for (int other = 0; other < ROWS; other++) {
      derivatives[other] = -shares[other];
    }
    derivatives[row - 1] -= 1;
    if (row < ANY_NUMBER) {
      derivatives[row] += 1;
    }
    return derivatives;
  }

  /** The share of distinct contents in more units than the rows of exact numbers count. */
  private static double tail(double[] shares) {
    double tail = shares[ANY_NUMBER];
    for (int row = 0; row < ANY_NUMBER; row++) {
      tail -= shares[row];
    }
    return Math.max(0, tail);
  }
}
