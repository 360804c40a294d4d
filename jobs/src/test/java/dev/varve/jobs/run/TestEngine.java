package dev.varve.jobs.run;

import dev.varve.jobs.conf.SettingReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
    return Engine.open("test", settings().finish());
  }

  /** Settings to be read by sections. */
  public static SettingReader settings(String... more) {
    List<String> all = new ArrayList<>(SMALL);
    all.addAll(List.of(more));
    return SettingReader.of(null, null, all);
  }

  /** The frame of runs, under settings that are sound. */
  public static Runs runs(SettingReader settings) {
    return Runs.open("test", settings, SilentReporter.SILENT);
  }

  /** Runs a simulation without options and switches. */
  public static RunSummary simulate(Simulation simulation, String warehouse, String... settings)
      throws java.io.IOException {
    SettingReader reader = settings(settings);
    Simulation.Job job =
        simulation.read(new Simulation.Asked(reader, java.util.Set.of(), java.util.Set.of()));
    return job.run(runs(reader), warehouse);
  }

  /** Options of the command line that make the same session. */
  public static List<String> options() {
    return SMALL.stream().flatMap(one -> Stream.of("--set", one)).toList();
  }
}
