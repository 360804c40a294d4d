package dev.varve.simulation.placement;

/**
 * Decides which machines fail. A trial's answer depends on the seed and the trial's number alone.
 */
public interface FailureScenario {
  /** The failed machines of a trial, ascending, in an array of its own. */
  int[] failed(long trial);

  /**
   * The probability of each number of failed machines, from 0; sums to 1. Under uniform placement
   * nothing else of a scenario matters to the expected availability.
   */
  double[] failedCounts();
}
