package dev.varve.jobs.engine.spark;

import org.apache.spark.SparkUserAppException;

/**
 * The driver that YARN runs in the cluster. There Spark's application master calls the program, and
 * treats any exit of the JVM as a failure, even with exit code 0. It waits {@code
 * spark.yarn.am.waitTime} for a context, and registers the application once there is one.
 */
public final class YarnDriver {
  private YarnDriver() {}

  /** Whether this process is such a driver. */
  public static boolean isHere() {
    return "yarn".equals(System.getProperty("spark.master"))
        && "cluster".equals(System.getProperty("spark.submit.deployMode"));
  }

  /**
   * Ends the program so that the diagnostics of the application state its exit code: returns if it
   * is 0. Otherwise throws an exception that carries the code, or exits, if no context was started
   * and so nobody would read the exception.
   */
  public static void end(int code) throws SparkUserAppException {
    if (code != 0 && !SparkRuntime.hasStarted()) {
      System.exit(code);
    }
    endRegistered(code);
  }

  static void endRegistered(int code) throws SparkUserAppException {
    if (code != 0) {
      throw new SparkUserAppException(code, null);
    }
  }
}
