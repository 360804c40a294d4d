package dev.varve.content.estimate;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.distribution.HypergeometricDistribution;

/**
 * Contents in classes by the number j of units that contain them, and what a sample shows of each
 * class. Of N units n are drawn. A content of j units is in i drawn ones with the hypergeometric
 * probability P(i | N, j, n). A byte of a class is drawn n j / N times on average. So the share
 * P(i) N / (n j) of the drawn bytes is of distinct contents in i drawn units.
 *
 * @see <a href="https://www.usenix.org/conference/fast16/technical-sessions/presentation/harnik">
 *     Harnik, Khaitzin, Sotnikov (FAST 2016), section 3: the same matrix, for drawn chunks</a>
 */
final class OwnerClasses {
  /**
   * Each number of units up to this one is a class; of larger numbers only some are classes, as
   * stand-ins for those between.
   */
  private static final int EXACT_CLASSES = 12;

  /** Ratio between two successive classes above {@link #EXACT_CLASSES}. */
  private static final double CLASS_RATIO = 1.15;

  private final double[] unitsOfClass;
  private final double[][] drawnShares;

  /**
   * The classes for a sample.
   *
   * @param population number of units from which the sample was drawn, without the certain ones
   * @param drawn number of units in the sample
   */
  OwnerClasses(int population, int drawn) {
    List<Double> numbers = new ArrayList<>();
    for (int number = 1; number <= population; number = nextClass(number, population)) {
      numbers.add((double) number);
    }
    unitsOfClass = numbers.stream().mapToDouble(Double::doubleValue).toArray();
    drawnShares = new double[ObservedShares.ROWS][unitsOfClass.length];
    double drawnPart = (double) drawn / population;
    for (int column = 0; column < unitsOfClass.length; column++) {
      double scale = drawnPart * unitsOfClass[column];
      for (int row = 0; row < ObservedShares.ANY_NUMBER; row++) {
        drawnShares[row][column] =
            probability(row + 1, population, unitsOfClass[column], drawn) / scale;
      }
      drawnShares[ObservedShares.ANY_NUMBER][column] =
          (1 - probability(0, population, unitsOfClass[column], drawn)) / scale;
    }
  }

  private static int nextClass(int number, int population) {
    if (number < EXACT_CLASSES || number == population) {
      return number + 1;
    }
    return Math.min(population, Math.max(number + 1, (int) (number * CLASS_RATIO)));
  }

  private static double probability(int inDrawn, int population, double units, int drawn) {
    if (units == population) { // commons-math returns NaN for this case
      return inDrawn == drawn ? 1 : 0;
    }
    return new HypergeometricDistribution(population, (int) units, drawn).probability(inDrawn);
  }

  /** The number of classes. */
  int count() {
    return unitsOfClass.length;
  }

  /** The largest number of units that contain a content: all of them. */
  double mostUnits() {
    return unitsOfClass[unitsOfClass.length - 1];
  }

  /**
   * The share of a row of {@link ObservedShares} that a byte of each class adds; not to be changed.
   */
  double[][] drawnShares() {
    return drawnShares;
  }

  /** The distinct share of a byte of each class, which is 1 / j, times a factor. */
  double[] distinct(double factor) {
    double[] distinct = new double[unitsOfClass.length];
    for (int column = 0; column < distinct.length; column++) {
      distinct[column] = factor / unitsOfClass[column];
    }
    return distinct;
  }
}
