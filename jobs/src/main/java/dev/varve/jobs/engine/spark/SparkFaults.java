package dev.varve.jobs.engine.spark;

import java.util.Optional;
import org.apache.spark.SparkThrowable;

/** Faults of Spark's that people can do something about, wherever they are among the causes. */
public final class SparkFaults {
  private SparkFaults() {}

  /** The message about a value that a setting of Spark's must not have. */
  public static Optional<String> setting(Throwable fault) {
    // Not a function over it: linking one loads the class, also where there is no such fault.
    Optional<SparkThrowable> found = of(fault, "INVALID_CONF_VALUE");
    return found.isPresent()
        ? Optional.of(String.valueOf(((Throwable) found.get()).getMessage()))
        : Optional.empty();
  }

  /** The file that could not be read. */
  public static Optional<String> file(Throwable fault) {
    Optional<SparkThrowable> found = of(fault, "FAILED_READ_FILE");
    return found.isPresent()
        ? Optional.ofNullable(found.get().getMessageParameters().get("path"))
        : Optional.empty();
  }

  private static Optional<SparkThrowable> of(Throwable fault, String condition) {
    try {
      for (Throwable at = fault; at != null; at = at.getCause()) {
        if (at instanceof SparkThrowable engine
            && String.valueOf(engine.getCondition()).startsWith(condition)) {
          return Optional.of(engine);
        }
      }
    } catch (NoClassDefFoundError e) {
      // A program without the engine has no fault of it, and must not begin again with it.
    }
    return Optional.empty();
  }
}
