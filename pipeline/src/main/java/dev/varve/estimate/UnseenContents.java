package dev.varve.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.PointValuePair;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NoFeasibleSolutionException;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * How much of the bytes that units hold is distinct, from a simple random sample of the units. Let
 * a share y(j) of the bytes be of contents that j units hold. Of them, contents observed in i of
 * the drawn units show with the hypergeometric probability P(i|j). All y that agree with what was
 * observed, within what chance allows, are possible; the distinct share is the sum of y(j)/j, and
 * linear programs find its least and its largest value. Every share observed counts with its error,
 * found by leaving out one unit at a time (jackknife), and all hold at once with the confidence.
 *
 * @see <a href="https://www.usenix.org/conference/fast16/technical-sessions/presentation/harnik">
 *     Harnik, Khaitzin, Sotnikov (FAST 2016), section 3: the range of solutions</a>
 */
final class UnseenContents {
  /** Numbers of units up to this are told apart, larger ones by classes. */
  private static final int SINGLE = 12;

  private static final double CLASS = 1.15;
  private static final double LEAST_ERROR = 1e-5;
  private static final double MOST_FACTOR = 1e6;
  private static final int STEPS = 10_000;

  /** For the estimate itself, errors count by this part of what chance allows. */
  private static final double LIKELY = 0.1;

  private final double[] observed;
  private final double[] errors;
  private final double[][] shows;
  private final double[] held;

  private UnseenContents(double[] observed, double[] errors, double[][] shows, double[] held) {
    this.observed = observed;
    this.errors = errors;
    this.shows = shows;
    this.held = held;
  }

  /** The distinct share of the bytes of contents that no certain unit holds. */
  static ConfidenceInterval distinctShare(UnitContents contents, double confidence) {
    double[] fresh = contents.fresh();
    double all = RatioEstimate.sum(fresh);
    int drawn = contents.units();
    int population = contents.draw().rest();
    if (all == 0 || drawn >= population) {
      return ConfidenceInterval.exact(all == 0 ? 1 : contents.drawnDistinct() / all);
    }
    int classes = UnitContents.MOST_UNITS + 1;
    double[] observed = new double[classes];
    double[] errors = new double[classes];
    double most = RatioEstimate.quantile(fresh, classes, confidence);
    double left = 1 - (double) drawn / population;
    for (int row = 0; row < classes; row++) {
      double[] without = without(contents, row, fresh, all);
      observed[row] = sumOf(contents, row) / all;
      errors[row] = Math.max(LEAST_ERROR, most * error(without, left));
    }
    double[] held = held(population);
    UnseenContents unseen =
        new UnseenContents(observed, errors, shows(held, population, drawn), held);
    ConfidenceInterval likely = unseen.widened(LIKELY);
    ConfidenceInterval ends = unseen.widened(1);
    return new ConfidenceInterval((likely.low() + likely.high()) / 2, ends.low(), ends.high());
  }

  /** Bytes of distinct contents that row + 1 drawn units hold; in the last row, that any holds. */
  private static double sumOf(UnitContents contents, int row) {
    return row == UnitContents.MOST_UNITS
        ? contents.drawnDistinct()
        : RatioEstimate.sum(contents.heldBy(row + 1)) / (row + 1);
  }

  /** The share of a row if each unit in turn had not been drawn. */
  private static double[] without(UnitContents contents, int row, double[] fresh, double all) {
    boolean any = row == UnitContents.MOST_UNITS;
    double[] less = contents.heldBy(any ? 1 : row + 1);
    double[] more = any ? new double[fresh.length] : contents.heldBy(row + 2);
    double sum = sumOf(contents, row);
    double[] shares = new double[fresh.length];
    for (int unit = 0; unit < shares.length; unit++) {
      double rest = all - fresh[unit];
      shares[unit] = rest > 0 ? (sum - less[unit] + more[unit]) / rest : 0;
    }
    return shares;
  }

  private static double error(double[] without, double left) {
    int drawn = without.length;
    double mean = RatioEstimate.sum(without) / drawn;
    double squares = Arrays.stream(without).map(share -> (share - mean) * (share - mean)).sum();
    return Math.sqrt(left * (drawn - 1.0) / drawn * squares);
  }

  private static double[] held(int population) {
    List<Double> held = new ArrayList<>();
    for (int units = 1; units <= population; units = next(units, population)) {
      held.add((double) units);
    }
    return held.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static int next(int units, int population) {
    if (units < SINGLE || units == population) {
      return units + 1;
    }
    return Math.min(population, Math.max(units + 1, (int) (units * CLASS)));
  }

  /** What a byte held by so many units adds to the share of each row. */
  private static double[][] shows(double[] held, int population, int drawn) {
    double[][] shows = new double[UnitContents.MOST_UNITS + 1][held.length];
    double part = (double) drawn / population;
    for (int column = 0; column < held.length; column++) {
      HypergeometricDistribution units =
          new HypergeometricDistribution(population, (int) held[column], drawn);
      double scale = part * held[column];
      for (int row = 0; row < UnitContents.MOST_UNITS; row++) {
        shows[row][column] = units.probability(row + 1) / scale;
      }
      shows[UnitContents.MOST_UNITS][column] = (1 - units.probability(0)) / scale;
    }
    return shows;
  }

  /** The range with errors by this factor, which grows until any solution agrees. */
  private ConfidenceInterval widened(double factor) {
    double wider = factor;
    while (wider < MOST_FACTOR) {
      try {
        return range(wider);
      } catch (NoFeasibleSolutionException e) {
        wider *= 2;
      }
    }
    return new ConfidenceInterval(0.5, 0, 1);
  }

  private ConfidenceInterval range(double factor) {
    int columns = held.length;
    List<LinearConstraint> constraints = new ArrayList<>();
    for (int row = 0; row < observed.length; row++) {
      double[] shown = scaled(row, columns);
      double share = observed[row] / errors[row];
      constraints.add(new LinearConstraint(shown, Relationship.LEQ, share + factor));
      constraints.add(new LinearConstraint(shown, Relationship.GEQ, share - factor));
    }
    constraints.add(whole(columns));
    double[] goal = Arrays.stream(held).map(units -> 1 / units).toArray();
    double low = solve(goal, constraints, GoalType.MINIMIZE);
    double high = solve(goal, constraints, GoalType.MAXIMIZE);
    return new ConfidenceInterval((low + high) / 2, low, high);
  }

  private double[] scaled(int row, int columns) {
    double[] scaled = new double[columns];
    for (int column = 0; column < held.length; column++) {
      scaled[column] = shows[row][column] / errors[row];
    }
    return scaled;
  }

  /** All shares together are the whole. */
  private LinearConstraint whole(int columns) {
    double[] ones = new double[columns];
    Arrays.fill(ones, 0, held.length, 1);
    return new LinearConstraint(ones, Relationship.EQ, 1);
  }

  private static double solve(
      double[] goal, List<LinearConstraint> constraints, GoalType direction) {
    PointValuePair found =
        new SimplexSolver()
            .optimize(
                new MaxIter(STEPS),
                new LinearObjectiveFunction(goal, 0),
                new LinearConstraintSet(constraints),
                new NonNegativeConstraint(true),
                direction);
    return found.getValue();
  }
}
