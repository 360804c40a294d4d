package dev.varve.jobs.engine.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.local.LocalEngine;
import dev.varve.jobs.engine.spark.SparkMaster;
import dev.varve.jobs.engine.spark.SparkRuntime;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.hadoop.Stores;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engines of a program, each chosen once by its work. Spark is started when the first one of
 * its engines is opened, and stopped when these are closed.
 */
public final class Engines implements AutoCloseable {
  private static final String NO_LOG = "org.slf4j.helpers.NOP_FallbackServiceProvider";

  private final String title;
  private final Settings settings;
  private final EngineChoice choice;
  private @Nullable Store files;
  private @Nullable SparkRuntime spark;

  /**
   * Loads what the engine of one machine needs alongside what else a start has to do. Under
   * spark-submit it never answers, and its library may not be there: DuckDB prints a stack then.
   */
  public static void loadAhead() {
    if (!SparkMaster.isSubmitted()) {
      LocalEngine.loadAhead();
    }
  }

  /**
   * Opens nothing yet.
   *
   * @param title name of the program in Spark
   * @throws InvalidSettingsException when Spark cannot be started on its master
   */
  public Engines(String title, Settings settings, EngineChoice choice) {
    this.title = title;
    this.settings = settings;
    this.choice = choice;
    SparkMaster.require(settings);
    if (choice.isLocalLikely(SparkMaster.of(settings))) {
      // The first message chooses the provider, and the one of Spark takes long to start.
      System.setProperty("slf4j.provider", NO_LOG);
      System.setProperty("slf4j.internal.verbosity", "WARN");
    }
  }

  /** Reaches the files of inputs and warehouses. Spark is not started for it. */
  public synchronized Store store() {
    if (spark != null) {
      return spark.store();
    }
    if (files == null) {
      files =
          SparkMaster.isSubmitted() ? SparkRuntime.store(settings) : Stores.of(settings.spark());
    }
    return files;
  }

  /**
   * Opens an engine without views; closing it leaves the others open.
   *
   * @throws InvalidSettingsException when the local engine was requested and cannot do the work
   */
  public Engine open(EngineChoice.Work work) {
    String reason = choice.reasonForSpark(work, SparkMaster.of(settings));
    if (reason.isEmpty()) {
      try {
        return new LocalEngine(choice.local(), store());
      } catch (SQLException | LinkageError e) {
        reason = "DuckDB's library does not load: " + rootMessage(e);
      }
    }
    choice.requireSpark(reason);
    return spark().engine(work.bytes(), work.scratch(), work.id());
  }

  /**
   * Opens the engine of this machine, which alone answers statements of users.
   *
   * @param location of the warehouse
   * @param bytes of its tables
   * @throws InvalidSettingsException when another engine is requested, the tables are too large to
   *     be copied here, or DuckDB does not load
   */
  public LocalEngine openLocal(String location, long bytes) {
    choice.requireLocal(location, bytes);
    try {
      return new LocalEngine(choice.local(), store());
    } catch (SQLException | LinkageError e) {
      throw new InvalidSettingsException(
          List.of("DuckDB answers statements, and its library does not load: " + rootMessage(e)));
    }
  }

  private synchronized SparkRuntime spark() {
    if (spark == null) {
      spark = SparkRuntime.open(title, settings);
    }
    return spark;
  }

  private static String rootMessage(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  @Override
  public void close() {
    if (spark != null) {
      spark.close();
    }
  }
}
