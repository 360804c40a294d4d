package dev.varve.simulation.request;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;

/** Ranks 0..n-1 of which rank i is drawn in proportion to (i + 1) to the power of -exponent. */
final class ZipfRanks {
  /** Above this the first rank has nine tenths of all draws. */
  static final double MOST_EXPONENT = 4;

  private static final int HALVINGS = 50;

  private final double[] ends;

  ZipfRanks(int ranks, double exponent) {
    ends = new double[ranks];
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += Math.pow(rank + 1, -exponent);
      ends[rank] = sum;
    }
  }

  /**
   * The exponent in 0..4 at which a share that grows with it is the target; the closer end when it
   * is beyond.
   */
  static double exponentFor(double target, DoubleUnaryOperator share) {
    double low = 0;
    double high = MOST_EXPONENT;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (share.applyAsDouble(middle) < target) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  double probability(int rank) {
    return (ends[rank] - (rank == 0 ? 0 : ends[rank - 1])) / ends[ends.length - 1];
  }

  int draw(RandomGenerator random) {
    int found = Arrays.binarySearch(ends, random.nextDouble() * ends[ends.length - 1]);
    return Math.min(found < 0 ? -found - 1 : found + 1, ends.length - 1);
  }
}
