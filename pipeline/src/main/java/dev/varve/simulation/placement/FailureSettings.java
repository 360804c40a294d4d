package dev.varve.simulation.placement;

import java.io.Serializable;

/**
 * Parameters of the scenarios; each uses only its own.
 *
 * @param failed d: machines that fail at random, at least 0
 * @param failProbability q: that a machine fails by itself, 0..1
 * @param failedRacks k: whole racks that fail, at least 0
 */
public record FailureSettings(int failed, double failProbability, int failedRacks)
    implements Serializable {
  /** Checks the ranges. */
  public FailureSettings {
    if (failed < 0 || failedRacks < 0 || !(failProbability >= 0 && failProbability <= 1)) {
      throw new IllegalArgumentException(
          failed + " failed, probability " + failProbability + ", racks " + failedRacks);
    }
  }

  /** Settings for a number of failed machines; for rack-plus, in addition to the rack. */
  public static FailureSettings machines(int failed) {
    return new FailureSettings(failed, 0, 1);
  }

  /** Settings for machines that fail independently. */
  public static FailureSettings probability(double failProbability) {
    return new FailureSettings(0, failProbability, 0);
  }

  /** Settings for a number of failed racks. */
  public static FailureSettings racks(int failedRacks) {
    return new FailureSettings(0, 0, failedRacks);
  }
}
