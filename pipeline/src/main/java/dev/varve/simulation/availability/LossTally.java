package dev.varve.simulation.availability;

import java.io.Serializable;

/**
 * Number of trials of durability, and of those that lost data. Tallies of parts add up in any
 * order.
 *
 * @param trials independent trials
 * @param losses trials that lost anything
 */
public record LossTally(long trials, long losses) implements Serializable {
  /** The sum of two tallies. */
  public LossTally plus(LossTally other) {
    return new LossTally(trials + other.trials, losses + other.losses);
  }

  /** The share of trials that lost anything. */
  public double lossRatio() {
    return (double) losses / trials;
  }

  /** The confidence interval of the probability of a loss. */
  public MeanInterval loss(double confidence) {
    return MeanInterval.ofMean(trials, lossRatio(), confidence);
  }
}
