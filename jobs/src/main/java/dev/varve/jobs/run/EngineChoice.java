package dev.varve.jobs.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.engine.local.LocalEngine;
import dev.varve.jobs.engine.local.LocalSettings;
import dev.varve.jobs.engine.spark.SparkEngine;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.table.SessionFit;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * The one place that chooses the engine of a run: the local one where one machine can do the work
 * and was not told otherwise, else Spark.
 *
 * @param asked one of {@link #AUTO}, {@link #LOCAL} and {@link #SPARK}
 * @param local what the local engine takes of the machine
 * @param localBytes bytes of tables above which the choice is Spark
 */
public record EngineChoice(String asked, LocalSettings local, long localBytes) {
  public static final String AUTO = "auto";
  public static final String LOCAL = "local";
  public static final String SPARK = "spark";

  /** Another name of {@link #LOCAL}. */
  private static final String DUCKDB = "duckdb";

  /** Reads the settings that the choice depends on. */
  static EngineChoice read(SettingReader settings) {
    String asked = settings.name("query.engine", List.of(AUTO, LOCAL, DUCKDB, SPARK));
    return new EngineChoice(
        asked.equals(DUCKDB) ? LOCAL : asked,
        LocalSettings.read(settings),
        settings.bytes("engine.local-bytes"));
  }

  /**
   * What the choice depends on, and what the engine needs.
   *
   * @param master of Spark
   * @param bytes of the tables that are read
   * @param scratch folder for intermediate files
   * @param id of the run
   */
  record Work(String master, String location, long bytes, Path scratch, String id) {}

  /** The master of Spark: that of spark-submit, or that of the settings. */
  static String master(Settings settings) {
    String submitted = System.getProperty("spark.master");
    return submitted == null ? settings.spark().getOrDefault("spark.master", "local") : submitted;
  }

  /**
   * Looks whether Spark can be opened, before any other work.
   *
   * @throws InvalidSettingsException when the master is a cluster and spark-submit has not started
   *     the program
   */
  static void requireMaster(Settings settings) {
    String master = master(settings);
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

  /** Whether spark-submit has started this program, and so chosen the master. */
  public static boolean isSubmitted() {
    return System.getProperty("spark.submit.deployMode") != null;
  }

  /**
   * Opens the engine of a run.
   *
   * @param spark opens a session of the run's own
   * @throws InvalidSettingsException when the local engine is asked for and cannot do it
   */
  Engine open(Work work, Configuration hadoop, Supplier<SparkSession> spark) {
    String hindrance = asked.equals(SPARK) ? "spark is asked for" : hindrance(work);
    if (hindrance.isEmpty()) {
      try {
        return new LocalEngine(
            DuckSession.streaming(local.memoryBytes(), local.spillFolder()),
            hadoop,
            local.spillFolder(),
            Runtime.getRuntime().availableProcessors());
      } catch (SQLException | LinkageError e) {
        hindrance = "DuckDB's library does not load: " + rootMessage(e);
      }
    }
    if (asked.equals(LOCAL)) {
      throw new InvalidSettingsException(
          List.of("query.engine is local, but %s: choose spark or auto".formatted(hindrance)));
    }
    SparkSession session = spark.get();
    SessionFit.forRows(session, work.bytes());
    return new SparkEngine(session, work.scratch(), work.id());
  }

  /** Whether the local engine is chosen, unless there is too much to do. */
  boolean isLocalLikely(Settings settings) {
    return !asked.equals(SPARK) && !isSubmitted() && master(settings).startsWith("local");
  }

  /** What keeps the local engine from the work; empty when nothing does. */
  private String hindrance(Work work) {
    if (isSubmitted()) {
      return "spark-submit has started the program";
    }
    if (!work.master().startsWith("local")) {
      return "spark.master names a cluster";
    }
    if (asked.equals(LOCAL)) {
      return "";
    }
    if (!Locations.isLocal(work.location()) && work.bytes() > local.copyBytes()) {
      return "its tables have more bytes than are copied (query.copy-bytes)";
    }
    return work.bytes() > localBytes
        ? "its tables have more bytes than one machine works on (engine.local-bytes)"
        : "";
  }

  private static String rootMessage(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}
