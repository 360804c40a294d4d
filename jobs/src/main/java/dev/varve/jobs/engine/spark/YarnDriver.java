package dev.varve.jobs.engine.spark;

import org.apache.spark.SparkUserAppException;

/**
 * The end of a driver that YARN runs in the cluster. There the engine's application master calls
 * the program, and takes it for failed, whatever its code, when it exits the JVM.
 */
public final class YarnDriver {
  private YarnDriver() {}

  /** Returns after 0, so that the application has succeeded. */
  public static void end(int code) throws SparkUserAppException {
    if (code != 0) {
      throw new SparkUserAppException(code, null);
    }
  }
}
