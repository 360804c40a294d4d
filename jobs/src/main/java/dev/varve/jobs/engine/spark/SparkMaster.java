package dev.varve.jobs.engine.spark;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import java.util.List;

/** The master URL of Spark: the one that spark-submit set, else the one in the settings. */
public final class SparkMaster {
  private SparkMaster() {}

  /** The master's name, such as {@code local[*]} or {@code yarn}. */
  public static String of(Settings settings) {
    String submitted = System.getProperty("spark.master");
    return submitted == null ? settings.spark().getOrDefault("spark.master", "local") : submitted;
  }

  /** Whether spark-submit started this program, and so chose the master. */
  public static boolean isSubmitted() {
    return System.getProperty("spark.submit.deployMode") != null;
  }

  /**
   * Checks that Spark can be started, before any other work.
   *
   * @throws InvalidSettingsException when the master is a cluster and spark-submit has not started
   *     the program
   */
  public static void require(Settings settings) {
    String master = of(settings);
    if (master.matches("local\\[0+[,\\]].*")) {
      throw new InvalidSettingsException(List.of("the master " + master + " has no threads"));
    }
    if (!master.startsWith("local") && !isSubmitted()) {
      throw new InvalidSettingsException(
          List.of(
              "the master "
                  + master
                  + " is not local: start the program with spark-submit, which distributes it to"
                  + " the executors; bin/varve does so with VARVE_SUBMIT=1"));
    }
  }
}
