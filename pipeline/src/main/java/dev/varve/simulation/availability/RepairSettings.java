package dev.varve.simulation.availability;

import java.io.Serializable;

/**
 * Failures and repairs of machines.
 *
 * @param meanHoursToFailure of one machine; times to failure are exponential
 * @param machineBytesPerSecond upper limit for the bytes read to repair one machine
 * @param totalBytesPerSecond upper limit for all running repairs together, shared evenly
 * @param work distribution of the bytes that a machine's repair reads
 */
public record RepairSettings(
    double meanHoursToFailure,
    double machineBytesPerSecond,
    double totalBytesPerSecond,
    RepairWork work)
    implements Serializable {

  /** Rule for the bytes that a repair reads. */
  public enum RepairWork {
    /** Exactly the bytes that the machine's shards need: the bytes of a block for each shard. */
    FIXED,
    /**
     * An exponential random number with the bytes of {@link #FIXED} as its mean, as Markov chains
     * assume.
     */
    EXPONENTIAL
  }

  /** Checks the ranges. */
  public RepairSettings {
    if (!(meanHoursToFailure > 0 && machineBytesPerSecond > 0 && totalBytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "hours to failure and rates of repair are above 0: "
              + meanHoursToFailure
              + " hours, "
              + machineBytesPerSecond
              + " and "
              + totalBytesPerSecond
              + " bytes a second");
    }
  }

  /** Bytes an hour that each of a number of concurrent repairs gets. */
  double bytesPerHour(int repairs) {
    return 3600 * Math.min(machineBytesPerSecond, totalBytesPerSecond / repairs);
  }
}
