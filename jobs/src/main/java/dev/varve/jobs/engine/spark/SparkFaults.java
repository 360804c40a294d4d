package dev.varve.jobs.engine.spark;

import java.util.Optional;
import org.apache.spark.SparkThrowable;

/**
 * Finds faults of Spark that a user can correct, anywhere in the chain of causes of an exception.
 */
public final class SparkFaults {
  private SparkFaults() {}

  /**
   * The message about an invalid value of one of Spark's settings; empty if the fault is another
   * one.
   */
  public static Optional<String> setting(Throwable fault) {
    // No lambda: linking one loads class SparkThrowable, which is absent in programs without Spark.
    Optional<SparkThrowable> found = find(fault, "INVALID_CONF_VALUE");
    return found.isPresent()
        ? Optional.of(String.valueOf(((Throwable) found.get()).getMessage()))
        : Optional.empty();
  }

  /** The file that Spark could not read; empty if the fault is another one. */
  public static Optional<String> file(Throwable fault) {
    Optional<SparkThrowable> found = find(fault, "FAILED_READ_FILE");
    return found.isPresent()
        ? Optional.ofNullable(found.get().getMessageParameters().get("path"))
        : Optional.empty();
  }

  private static Optional<SparkThrowable> find(Throwable fault, String condition) {
    try {
      for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
        if (cause instanceof SparkThrowable sparkFault
            && String.valueOf(sparkFault.getCondition()).startsWith(condition)) {
          return Optional.of(sparkFault);
        }
      }
    } catch (NoClassDefFoundError e) {
      // A program without Spark's classes has no fault of Spark, and its own fault must be
      // reported.
    }
    return Optional.empty();
  }
}
