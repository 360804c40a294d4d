package dev.varve.simulation.availability;

import java.io.Serializable;
import java.math.BigInteger;

/**
 * The losses of trials as sums of whole numbers, so that tallies of parts add up to the same tally
 * in any order. A unit is the smallest independent sample: one trial, or all trials of one
 * placement together.
 *
 * @param owners number of VMs or images of the world
 * @param units independent units
 * @param trials number of trials of all units, which all have about equally many
 * @param lost owners lost, summed over all trials
 * @param lostSquares the square of each unit's lost owners, summed
 * @param lossyTrials trials that lost anything at all
 * @param lossySquares the square of each unit's lossy trials, summed
 */
public record Tally(
    int owners,
    long units,
    long trials,
    long lost,
    long lostSquares,
    long lossyTrials,
    long lossySquares)
    implements Serializable {

  /** A tally of no units. */
  public static Tally none(int owners) {
    return new Tally(owners, 0, 0, 0, 0, 0, 0);
  }

  /**
   * The tally of trials that are given by the number of owners each lost. Each unit has {@code
   * trialsPerUnit} trials; the last may have fewer.
   */
  public static Tally of(int owners, int[] lostOfTrials, int trialsPerUnit) {
    Tally sum = none(owners);
    for (int from = 0; from < lostOfTrials.length; from += trialsPerUnit) {
      int to = (int) Math.min(lostOfTrials.length, from + (long) trialsPerUnit);
      long lost = 0;
      long lossy = 0;
      for (int trial = from; trial < to; trial++) {
        lost += lostOfTrials[trial];
        lossy += lostOfTrials[trial] > 0 ? 1 : 0;
      }
      long squares = Math.multiplyExact(lost, lost);
      sum = sum.plus(new Tally(owners, 1, to - from, lost, squares, lossy, lossy * lossy));
    }
    return sum;
  }

  /**
   * The sum of two tallies.
   *
   * @throws IllegalArgumentException when the two tallies are of different worlds
   * @throws ArithmeticException when a sum is larger than a long
   */
  public Tally plus(Tally other) {
    if (owners != other.owners) {
      throw new IllegalArgumentException(this + " and " + other);
    }
    return new Tally(
        owners,
        units + other.units,
        trials + other.trials,
        Math.addExact(lost, other.lost),
        Math.addExact(lostSquares, other.lostSquares),
        lossyTrials + other.lossyTrials,
        Math.addExact(lossySquares, other.lossySquares));
  }

  /** Mean share of owners that stay available, 0..1. */
  public double availability() {
    return 1 - lossRatio();
  }

  /**
   * Mean share of owners lost, 0..1. Small values are more precise than {@code 1 - availability()},
   * which rounds.
   */
  public double lossRatio() {
    return lost / ((double) owners * trials);
  }

  /** Owners that a failure loses on average. */
  public double ownersLost() {
    return (double) lost / trials;
  }

  /** Share of the trials that lost anything at all, 0..1. */
  public double anyLossRatio() {
    return (double) lossyTrials / trials;
  }

  /** The interval of the mean availability at this confidence, such as 0.99. */
  public MeanInterval availability(double confidence) {
    MeanInterval loss =
        units == trials
            ? MeanInterval.ofMean(units, lossRatio(), unitVariance(), confidence)
            : MeanInterval.ofGroups(units, trials, lossRatio(), unitVariance(), confidence);
    return new MeanInterval(1 - loss.high(), 1 - loss.low());
  }

  /** The interval of the probability of any loss at this confidence. */
  public MeanInterval anyLoss(double confidence) {
    double ratio = anyLossRatio();
    return units == trials
        ? MeanInterval.ofMean(units, ratio, confidence)
        : MeanInterval.ofGroups(
            units, trials, ratio, variance(lossyTrials, lossySquares, 1), confidence);
  }

  /** Unbiased variance of a unit's share of lost owners. */
  double unitVariance() {
    return variance(lost, lostSquares, owners);
  }

  /** The unbiased variance of the units' means; differences are computed in exact integers. */
  private double variance(long sumOfUnits, long squaresOfUnits, double most) {
    if (units < 2) {
      return Double.POSITIVE_INFINITY;
    }
    BigInteger sum = BigInteger.valueOf(sumOfUnits);
    BigInteger squares = BigInteger.valueOf(squaresOfUnits).multiply(BigInteger.valueOf(units));
    double whole = most * trials / units;
    return squares.subtract(sum.multiply(sum)).doubleValue()
        / ((double) units * (units - 1))
        / (whole * whole);
  }
}
