package dev.varve.content.estimate;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.jspecify.annotations.Nullable;

/**
 * Least squares fit whose coefficients are not negative, by the active set method. {@link ShareFit}
 * fits shares with it.
 *
 * @see <a href="https://doi.org/10.1137/1.9781611971217">Lawson, Hanson: Solving least squares
 *     problems (1974), chapter 23, algorithm NNLS</a>
 */
final class NonNegativeFit {
  private static final double TOLERANCE = 1e-10;

  private final RealMatrix matrix;
  private final RealVector target;
  private final double[] norms;

  /** Columns whose coefficients are free; all others are 0. */
  private final boolean[] passive;

  private RealVector solution;

  private NonNegativeFit(double[][] rows, double[] target) {
    matrix = new Array2DRowRealMatrix(rows, false);
    this.target = new ArrayRealVector(target, false);
    passive = new boolean[matrix.getColumnDimension()];
    norms = new double[passive.length];
    for (int column = 0; column < norms.length; column++) {
      norms[column] = matrix.getColumnVector(column).getNorm();
    }
    solution = new ArrayRealVector(passive.length);
  }

  /**
   * The coefficients, one for each column, that bring {@code rows * coefficients} closest to the
   * target.
   */
  static double[] of(double[][] rows, double[] target) {
    NonNegativeFit fit = new NonNegativeFit(rows, target);
    fit.solve();
    return fit.solution.toArray();
  }

  private void solve() {
    boolean[] refused = new boolean[passive.length];
    for (int step = 0; step < 10 * passive.length; step++) {
      int best = steepest(refused);
      if (best < 0) {
        return;
      }
      passive[best] = true;
      @Nullable RealVector next = fitted();
      if (next == null || next.getEntry(best) <= 0) {
        // The new coefficient is not positive, by rounding alone: another column may still lower
        // the error.
        passive[best] = false;
        refused[best] = true;
      } else {
        descend(next);
        Arrays.fill(refused, false);
      }
    }
  }

  /** The column whose coefficient, when increased, lowers the error fastest; -1 without one. */
  private int steepest(boolean[] refused) {
    RealVector slopes = matrix.preMultiply(target.subtract(matrix.operate(solution)));
    double scale = TOLERANCE * Math.max(1, target.getNorm());
    int best = -1;
    double most = 0;
    for (int column = 0; column < passive.length; column++) {
      double slope = slopes.getEntry(column);
      if (!passive[column] && !refused[column] && slope > Math.max(most, scale * norms[column])) {
        best = column;
        most = slope;
      }
    }
    return best;
  }

  /** Moves to a fit of the passive columns, and removes those that would become negative. */
  private void descend(RealVector first) {
    @Nullable RealVector next = first;
    while (next != null) {
      double stepShare = 1;
      for (int column = 0; column < passive.length; column++) {
        if (passive[column] && next.getEntry(column) <= 0) {
          double current = solution.getEntry(column);
          stepShare = Math.min(stepShare, current / (current - next.getEntry(column)));
        }
      }
      RealVector moved = solution.add(next.subtract(solution).mapMultiply(stepShare));
      for (int column = 0; column < passive.length; column++) {
        if (stepShare < 1 && passive[column] && moved.getEntry(column) <= TOLERANCE) {
          passive[column] = false;
          moved.setEntry(column, 0);
        }
      }
      solution = moved;
      next = stepShare < 1 ? fitted() : null;
    }
  }

  /** The least squares of the passive columns alone; null where they depend on each other. */
  private @Nullable RealVector fitted() {
    int[] columns = IntStream.range(0, passive.length).filter(column -> passive[column]).toArray();
    int[] all = IntStream.range(0, matrix.getRowDimension()).toArray();
    try {
      RealVector coefficients =
          new QRDecomposition(matrix.getSubMatrix(all, columns), TOLERANCE)
              .getSolver()
              .solve(target);
      RealVector next = new ArrayRealVector(passive.length);
      for (int column = 0; column < columns.length; column++) {
        next.setEntry(columns[column], coefficients.getEntry(column));
      }
      return next;
    } catch (SingularMatrixException e) {
      return null;
    }
  }
}
