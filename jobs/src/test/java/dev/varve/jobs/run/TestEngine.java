package dev.varve.jobs.run;

import dev.varve.jobs.conf.Settings;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** The session of the tests, small and quiet. */
public final class TestEngine {
  private static final List<String> SMALL =
      List.of(
          "spark.master=local[2,4]",
          "spark.sql.shuffle.partitions=3",
          "spark.sql.adaptive.coalescePartitions.initialPartitionNum=3",
          "spark.log.level=ERROR");

  private TestEngine() {}

  public static SparkSession session() {
    return Engine.open("test", Settings.read(null, SMALL));
  }

  public static Settings settings(String... more) {
    List<String> all = new java.util.ArrayList<>(SMALL);
    all.addAll(List.of(more));
    return Settings.read(null, all);
  }

  /** Options of the command line that make the same session. */
  public static List<String> options() {
    return SMALL.stream().flatMap(one -> java.util.stream.Stream.of("--set", one)).toList();
  }
}
