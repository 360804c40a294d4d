package dev.varve.jobs.engine.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.local.LocalSettings;
import dev.varve.jobs.engine.spark.SparkMaster;
import dev.varve.jobs.store.Locations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings by which {@link Engines} chooses the engine of a run. The local engine is chosen if
 * one machine can do the work and Spark was not requested; otherwise Spark.
 *
 * @param requested one of {@link #AUTO}, {@link #LOCAL} and {@link #SPARK}
 * @param local limits of the local engine
 * @param localBytes bytes of the tables above which Spark is chosen
 */
public record EngineChoice(String requested, LocalSettings local, long localBytes) {
  public static final String AUTO = "auto";
  public static final String LOCAL = "local";
  public static final String SPARK = "spark";

  private static final String DUCKDB = "duckdb";

  private record Keys(@OneOf({AUTO, LOCAL, DUCKDB, SPARK}) String name, long localBytes) {}

  /** Reads section engine. */
  public static EngineChoice read(SettingReader settings) {
    Keys keys = settings.bind("engine", Keys.class);
    return new EngineChoice(
        keys.name.equals(DUCKDB) ? LOCAL : keys.name,
        LocalSettings.read(settings),
        keys.localBytes);
  }

  /**
   * A choice without a limit on the size of the tables, for work that the local engine does at any
   * size.
   */
  public EngineChoice withoutSizeLimit() {
    return new EngineChoice(requested, local, Long.MAX_VALUE);
  }

  /**
   * The work that an engine is opened for.
   *
   * @param location of the warehouse; empty where there is none
   * @param bytes size of the tables that are read
   * @param scratch folder for intermediate files; null where none are written
   * @param id id of the run, which names its jobs in Spark
   */
  public record Work(String location, long bytes, @Nullable String scratch, String id) {}

  /** Whether the local engine is chosen unless the tables turn out to be too large. */
  boolean isLocalLikely(String master) {
    return !requested.equals(SPARK) && !SparkMaster.isSubmitted() && master.startsWith("local");
  }

  /** The reason why the local engine is not chosen for the work; empty when it is. */
  String reasonForSpark(Work work, String master) {
    if (requested.equals(SPARK)) {
      return "spark is requested";
    }
    if (SparkMaster.isSubmitted()) {
      return "spark-submit has started the program";
    }
    if (!master.startsWith("local")) {
      return "spark.master names a cluster";
    }
    if (requested.equals(LOCAL)) {
      return "";
    }
    if (!Locations.isLocal(work.location()) && work.bytes() > local.copyBytes()) {
      return "its tables have more bytes than are copied (engine.copy-bytes)";
    }
    return work.bytes() > localBytes
        ? "its tables have more bytes than one machine works on (engine.local-bytes)"
        : "";
  }

  /**
   * Refuses work that only the local engine may do, when the settings or the tables rule the local
   * engine out.
   *
   * @throws InvalidSettingsException when Spark is requested. Also when the tables are on another
   *     file system, too large to be copied, and the local engine was not requested
   */
  void requireLocal(String location, long bytes) {
    if (requested.equals(SPARK)) {
      throw new InvalidSettingsException(
          List.of(
              "statements are answered by the local engine alone, in DuckDB's SQL: leave --engine"
                  + " away; Spark reads the tables as docs/bi-and-sql.md says"));
    }
    if (SparkMaster.isSubmitted()) {
      throw new InvalidSettingsException(
          List.of(
              "statements are answered by DuckDB, which is not there under spark-submit: start"
                  + " bin/varve, which reads warehouses of other file systems too"));
    }
    boolean isCopied = !requested.equals(LOCAL) && !Locations.isLocal(location);
    if (isCopied && bytes > local.copyBytes()) {
      throw new InvalidSettingsException(
          List.of(
              "%s has %,d bytes of tables, and statements are answered from copies on this machine:"
                      .formatted(location, bytes)
                  + " --engine local makes them, engine.copy-bytes allows more; Spark reads the"
                  + " tables where they are, as docs/bi-and-sql.md says"));
    }
  }

  /**
   * Refuses Spark where the local engine was requested.
   *
   * @throws InvalidSettingsException with the reason for Spark
   */
  void requireSpark(String reason) {
    if (requested.equals(LOCAL)) {
      throw new InvalidSettingsException(
          List.of("engine.name is local, but %s: choose spark or auto".formatted(reason)));
    }
  }
}
