package dev.varve.simulation.availability;

import java.io.Serializable;

/**
 * Failures and repairs of machines.
 *
 * @param meanHoursToFailure of one machine; times to failure are exponential
 * @param machineBytesPerSecond upper limit for the bytes read to repair one machine
 * @param totalBytesPerSecond upper limit for all running repairs together, shared evenly
 * @param work whether a machine's repair reads as many bytes as its shards need, or an exponential
 *     number with that mean, as Markov chains have it
 */
public record RepairSettings(
    double meanHoursToFailure,
    double machineBytesPerSecond,
    double totalBytesPerSecond,
    RepairWork work)
    implements Serializable {

  /** Rule for the bytes that a repair reads. */
  public enum RepairWork {
    /** A block's bytes for each shard of the machine. */
    FIXED,
    /** Exponential with these bytes as its mean. */
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

  /** Bytes an hour for each of some concurrent repairs. */
  double bytesPerHour(int repairs) {
    return 3600 * Math.min(machineBytesPerSecond, totalBytesPerSecond / repairs);
  }
}
