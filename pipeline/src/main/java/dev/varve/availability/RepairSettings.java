package dev.varve.availability;

import java.io.Serializable;

/**
 * How machines fail and are filled again.
 *
 * @param meanHoursToFailure of one machine, exponential
 * @param machineBytesPerSecond most that one machine's repair is given
 * @param totalBytesPerSecond most that all repairs under way share, evenly
 * @param work whether a machine's repair moves just its bytes, or an exponential number with that
 *     mean, as Markov chains have it
 */
public record RepairSettings(
    double meanHoursToFailure,
    double machineBytesPerSecond,
    double totalBytesPerSecond,
    RepairWork work)
    implements Serializable {

  /** How many bytes a repair moves. */
  public enum RepairWork {
    /** The machine's bytes. */
    FIXED,
    /** Exponential with the machine's bytes as its mean. */
    EXPONENTIAL
  }

  /** Checks the ranges. */
  public RepairSettings {
    if (!(meanHoursToFailure > 0 && machineBytesPerSecond > 0 && totalBytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          meanHoursToFailure
              + " hours, "
              + machineBytesPerSecond
              + " and "
              + totalBytesPerSecond
              + " bytes a second");
    }
  }

  /** Bytes an hour for each of some repairs under way. */
  double bytesPerHour(int repairs) {
    return 3600 * Math.min(machineBytesPerSecond, totalBytesPerSecond / repairs);
  }
}
