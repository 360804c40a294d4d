package dev.varve.jobs.engine.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.local.LocalEngine;
import dev.varve.jobs.engine.spark.SparkMaster;
import dev.varve.jobs.engine.spark.SparkRuntime;
import dev.varve.jobs.engine.spark.YarnDriver;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.hadoop.Stores;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engines of a program, each chosen by the work that it is opened for. Spark is started when
 * the first Spark engine is opened, and stopped when this object is closed. In a driver that YARN
 * runs it is started at once, as YARN ends a driver that has no context for long: one that waits
 * for another run, or lists large inputs.
 */
public final class Engines implements AutoCloseable {
  private static final String NO_LOG = "org.slf4j.helpers.NOP_FallbackServiceProvider";

  private final String title;
  private final Settings settings;
  private final EngineChoice choice;
  private @Nullable Store files;
  private @Nullable SparkRuntime spark;

  /**
   * Loads the library of the local engine on another thread while the program starts. Does nothing
   * under spark-submit: the local engine is never used there, and DuckDB prints a stack trace if
   * its library is absent.
   */
  public static void loadAhead() {
    if (!SparkMaster.isSubmitted()) {
      LocalEngine.loadAhead();
    }
  }

  /**
   * Checks that an engine can be started.
   *
   * @param title name of the program in Spark
   * @throws InvalidSettingsException when Spark cannot be started on its master
   */
  public Engines(String title, Settings settings, EngineChoice choice) {
    this.title = title;
    this.settings = settings;
    this.choice = choice;
    SparkMaster.require(settings);
    if (YarnDriver.isHere()) {
      spark = SparkRuntime.open(title, settings);
    }
    if (choice.isLocalLikely(SparkMaster.of(settings))) {
      // SLF4J chooses its provider at the first message, and Spark's provider takes long to start.
      System.setProperty("slf4j.provider", NO_LOG);
      System.setProperty("slf4j.internal.verbosity", "WARN");
    }
  }

  /** The store of the files of inputs and warehouses. Spark is not started for it. */
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
   * Opens the local engine, the only engine that runs statements of users.
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
