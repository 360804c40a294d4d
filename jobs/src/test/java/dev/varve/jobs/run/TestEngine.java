package dev.varve.jobs.run;

import dev.varve.jobs.conf.Settings;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** One small and quiet context for all tests of a process, and sessions on it. */
public final class TestEngine {
  private static final List<String> SMALL =
      List.of(
          "spark.master=local[2,4]",
          "spark.sql.shuffle.partitions=3",
          "spark.sql.adaptive.coalescePartitions.initialPartitionNum=3",
          "spark.log.level=ERROR");

  private TestEngine() {}

  /** A session of its own on the context, which the first that asks starts. */
  public static SparkSession session() {
    return Engine.open("test", settings()).session();
  }

  /**
   * Ends the context, for tests that need one of another kind. Sessions on it end too, those of the
   * calling class included; {@link #session} starts the next.
   */
  public static void stop() {
    if (SparkSession.getDefaultSession().isDefined()) {
      SparkSession.getDefaultSession().get().stop();
    }
  }

  /** Settings of the session, and some more. */
  public static Settings settings(String... more) {
    List<String> all = new ArrayList<>(SMALL);
    all.addAll(List.of(more));
    return Settings.read(null, all);
  }

  /** Options of the command line that ask for the same session. */
  static List<String> options() {
    return SMALL.stream().map(setting -> "--set=" + setting).toList();
  }
}
