package dev.varve.availability;

import java.io.Serializable;
import java.math.BigInteger;

/**
 * The losses of trials, in whole numbers, so that tallies of parts add up to the same tally in any
 * order. A unit is the smallest independent sample: one trial on a given placement, or all trials
 * of one fresh placement together.
 *
 * @param owners VMs or images of the world
 * @param trialsPerUnit trials of each unit
 * @param units independent units
 * @param lost owners lost, summed over all trials
 * @param lostSquares the square of each unit's lost owners, summed
 * @param lossyTrials trials that lost anything at all
 */
public record Tally(
    int owners, int trialsPerUnit, long units, long lost, long lostSquares, long lossyTrials)
    implements Serializable {

  /** No units yet. */
  public static Tally none(int owners, int trialsPerUnit) {
    return new Tally(owners, trialsPerUnit, 0, 0, 0, 0);
  }

  /**
   * Units of one trial each, from the owners that each trial lost, as parts of a large world add up
   * to them.
   */
  public static Tally of(int owners, long[] lostOfTrials) {
    Counter counter = new Counter(owners, 1);
    for (long lost : lostOfTrials) {
      counter.unit(lost, lost > 0 ? 1 : 0);
    }
    return counter.tally();
  }

  /**
   * Both together.
   *
   * @throws IllegalArgumentException when they are of other worlds or units
   * @throws ArithmeticException when a sum is more than a long holds
   */
  public Tally plus(Tally other) {
    if (owners != other.owners || trialsPerUnit != other.trialsPerUnit) {
      throw new IllegalArgumentException(this + " and " + other);
    }
    return new Tally(
        owners,
        trialsPerUnit,
        units + other.units,
        Math.addExact(lost, other.lost),
        Math.addExact(lostSquares, other.lostSquares),
        lossyTrials + other.lossyTrials);
  }

  public long trials() {
    return units * trialsPerUnit;
  }

  /** Mean share of owners that stay available, 0..1. */
  public double availability() {
    return 1 - lossRatio();
  }

  /** Mean share of owners lost, 0..1; more precise than {@code 1 - availability()}. */
  public double lossRatio() {
    return lost / ((double) owners * trials());
  }

  /** Owners that a failure loses on average. */
  public double ownersLost() {
    return (double) lost / trials();
  }

  /** Share of the trials that lost anything at all, 0..1. */
  public double anyLossRatio() {
    return (double) lossyTrials / trials();
  }

  /** The interval of the mean availability at this confidence, such as 0.99. */
  public MeanInterval availability(double confidence) {
    MeanInterval loss = MeanInterval.ofMean(units, lossRatio(), unitVariance(), confidence);
    return new MeanInterval(1 - loss.high(), 1 - loss.low());
  }

  /** The interval of the probability of any loss at this confidence. */
  public MeanInterval anyLoss(double confidence) {
    return MeanInterval.ofMean(units, anyLossRatio(), confidence);
  }

  /**
   * Unbiased variance of a unit's share of lost owners; differences are computed in exact integers.
   */
  double unitVariance() {
    if (units < 2) {
      return Double.POSITIVE_INFINITY;
    }
    BigInteger sum = BigInteger.valueOf(lost);
    BigInteger squares = BigInteger.valueOf(lostSquares).multiply(BigInteger.valueOf(units));
    double whole = (double) owners * trialsPerUnit;
    return squares.subtract(sum.multiply(sum)).doubleValue()
        / ((double) units * (units - 1))
        / (whole * whole);
  }

  /** Adds up units without making a tally of each. */
  static final class Counter {
    private final int owners;
    private final int trialsPerUnit;
    private long units;
    private long lost;
    private long lostSquares;
    private long lossyTrials;

    Counter(int owners, int trialsPerUnit) {
      this.owners = owners;
      this.trialsPerUnit = trialsPerUnit;
    }

    void unit(long unitLost, int unitLossyTrials) {
      units++;
      lost = Math.addExact(lost, unitLost);
      lostSquares = Math.addExact(lostSquares, Math.multiplyExact(unitLost, unitLost));
      lossyTrials += unitLossyTrials;
    }

    Tally tally() {
      return new Tally(owners, trialsPerUnit, units, lost, lostSquares, lossyTrials);
    }
  }
}
