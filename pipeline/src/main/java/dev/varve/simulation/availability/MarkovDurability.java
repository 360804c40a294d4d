package dev.varve.simulation.availability;

import dev.varve.simulation.placement.Redundancy;
import java.util.Arrays;

/**
 * The birth-death Markov chain of one group of n machines that store the same blocks. The state is
 * the number i of machines that are down. The next failure comes at rate (n - i) lambda, where
 * lambda is 1 over the mean time to failure. The next repair ends at rate i mu when each repair has
 * its own bandwidth, at rate mu when all share the bandwidth of one. The state with too many
 * machines down is data loss, and absorbing.
 *
 * @see <a href="https://doi.org/10.1145/50202.50214">Patterson, Gibson, Katz: A case for redundant
 *     arrays of inexpensive disks (SIGMOD 1988)</a>
 */
public final class MarkovDurability {
  private static final int SERIES_TERMS = 30;

  private final double[] failRates;
  private final double[] repairRates;

  private MarkovDurability(double[] failRates, double[] repairRates) {
    this.failRates = failRates;
    this.repairRates = repairRates;
  }

  /**
   * A group whose redundancy spans all of its machines.
   *
   * @param meanHoursToFailure of one machine
   * @param meanHoursToRepair of one machine at its own bandwidth
   * @param parallelRepairs number of repairs that run at full speed within the total bandwidth;
   *     more repairs share it
   */
  public static MarkovDurability of(
      Redundancy redundancy,
      double meanHoursToFailure,
      double meanHoursToRepair,
      double parallelRepairs) {
    if (!(meanHoursToFailure > 0 && meanHoursToRepair > 0 && parallelRepairs > 0)) {
      throw new IllegalArgumentException(
          "hours to failure, hours to repair and parallel repairs are above 0: %s, %s, %s"
              .formatted(meanHoursToFailure, meanHoursToRepair, parallelRepairs));
    }
    int fatal = redundancy.fatalFailures();
    double[] failRates = new double[fatal];
    double[] repairRates = new double[fatal];
    for (int down = 0; down < fatal; down++) {
      failRates[down] = (redundancy.shards() - down) / meanHoursToFailure;
      repairRates[down] = Math.min(down, parallelRepairs) / meanHoursToRepair;
    }
    return new MarkovDurability(failRates, repairRates);
  }

  /** Mean time to data loss (MTTDL), in hours, from all machines up. */
  public double meanHoursToLoss() {
    double sum = 0;
    double onward = 0; // mean hours from the current state to the next higher one
    for (int down = 0; down < failRates.length; down++) {
      onward = (1 + repairRates[down] * onward) / failRates[down];
      sum += onward;
    }
    return sum;
  }

  /**
   * The probability of a loss within a number of hours, from all machines up. This is the chain's
   * transient solution, not the approximation {@code 1 - exp(-t/MTTDL)}. The matrix exponential is
   * a series over a short time, then squared repeatedly. All terms are positive, so small
   * probabilities keep their digits.
   */
  public double lossProbability(double hours) {
    int states = failRates.length + 1;
    double fastest = 0;
    for (int down = 0; down < failRates.length; down++) {
      fastest = Math.max(fastest, failRates[down] + repairRates[down]);
    }
    int squarings = Math.max(0, (int) Math.ceil(Math.log(fastest * hours) / Math.log(2)) + 1);
    // Expected number of transitions within the short time, at most 1/2.
    double jumps = fastest * hours / Math.pow(2, squarings);
    double[][] jump = new double[states][states];
    for (int down = 0; down < failRates.length; down++) {
      jump[down][down + 1] = failRates[down] / fastest;
      if (down > 0) {
        jump[down][down - 1] = repairRates[down] / fastest;
      }
      jump[down][down] = Math.max(0, 1 - (failRates[down] + repairRates[down]) / fastest);
    }
    jump[states - 1][states - 1] = 1;
    double[][] power = new double[states][states];
    for (int state = 0; state < states; state++) {
      power[state][state] = 1;
    }
    double[][] step = new double[states][states];
    double weight = Math.exp(-jumps);
    for (int term = 0; term < SERIES_TERMS; term++) {
      for (int row = 0; row < states; row++) {
        for (int column = 0; column < states; column++) {
          step[row][column] += weight * power[row][column];
        }
      }
      power = times(power, jump);
      weight *= jumps / (term + 1);
    }
    for (int squaring = 0; squaring < squarings; squaring++) {
      step = times(step, step);
    }
    return Math.min(1, step[0][states - 1]);
  }

  /**
   * An upper bound for many groups that may share machines: the sum of their probabilities. It
   * holds however the groups depend on each other.
   */
  public double mostLossProbability(double hours, long groups) {
    return Math.min(1, groups * lossProbability(hours));
  }

  /** The product, with each row of probabilities normalised to 1 again. */
  private static double[][] times(double[][] left, double[][] right) {
    int states = left.length;
    double[][] product = new double[states][states];
    for (int row = 0; row < states; row++) {
      for (int middle = 0; middle < states; middle++) {
        for (int column = 0; column < states; column++) {
          product[row][column] += left[row][middle] * right[middle][column];
        }
      }
      double sum = Arrays.stream(product[row]).sum();
      for (int column = 0; column < states; column++) {
        product[row][column] /= sum;
      }
    }
    return product;
  }
}
