package dev.varve.jobs.engine.run;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.spark.SparkRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.SparkSession;

/** One small and quiet context for all tests of a process, and sessions on it. */
public final class TestEngine {
  private static final List<String> SMALL =
      List.of(
          "spark.master=local[2,4]",
          "spark.sql.shuffle.partitions=3",
          "spark.sql.adaptive.coalescePartitions.initialPartitionNum=3",
          "spark.log.level=ERROR",
          // These shorten the planning of a query and change no row. Compiled code is tested by
          // ReportCaseTest, and with all settings of the program by the tests of whole commands.
          "spark.sql.codegen.factoryMode=NO_CODEGEN",
          "spark.sql.constraintPropagation.enabled=false",
          "spark.sql.lightweightPlanChangeValidation=false");

  private TestEngine() {}

  /**
   * Engines for a test of what both engines do, whose texts another test compares as well: Spark is
   * left to the thorough run.
   */
  public static List<String> engines() {
    return Boolean.getBoolean("thorough") ? List.of("local", "spark") : List.of("local");
  }

  /** Starts the context, for command lines that name Spark. */
  static void start() {
    if (SparkSession.getDefaultSession().isEmpty()) {
      session();
    }
  }

  /** A session of its own on the context, which the first that asks starts. */
  public static SparkSession session() {
    return SparkRuntime.open("test", settings().finish()).session();
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

  /** A context of another kind, until it is closed. */
  public static SparkRuntime on(String master) {
    stop();
    return SparkRuntime.open("test", settings("spark.master=" + master).finish());
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

  /** The frame of runs whose engines are passed through a function when they are opened. */
  public static Runs runs(SettingReader settings, UnaryOperator<Engine> around) {
    return Runs.open("test", settings, SilentReporter.SILENT, around);
  }

  /** Runs a simulation without options and switches. */
  public static RunSummary simulate(Simulation simulation, String warehouse, String... settings)
      throws java.io.IOException {
    SettingReader reader = settings(settings);
    Simulation.Job job =
        simulation.read(new Simulation.Request(reader, java.util.Set.of(), java.util.Set.of()));
    return job.run(runs(reader), warehouse);
  }

  /** Options of the command line that ask for the same session. */
  static List<String> options() {
    return SMALL.stream().map(setting -> "--set=" + setting).toList();
  }
}
