package dev.varve.jobs.engine.spark;

import org.apache.spark.SparkUserAppException;

/**
 * Ends a driver that YARN runs in the cluster. There Spark's application master calls the program,
 * and treats any exit of the JVM as a failure, even with exit code 0.
 */
public final class YarnDriver {
  private YarnDriver() {}

  /**
   * Returns if the exit code is 0, so that the application counts as succeeded; otherwise throws an
   * exception that carries the code.
   */
  public static void end(int code) throws SparkUserAppException {
    if (code != 0) {
      throw new SparkUserAppException(code, null);
    }
  }
}
