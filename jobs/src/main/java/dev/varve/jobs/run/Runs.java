package dev.varve.jobs.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.file.NoAtomicRenameException;
import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseFiles;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The frame of every verb that writes. It waits for the lock, gives the verb a session of its own,
 * whose views and configuration end with it, names its work in the engine's event log, publishes
 * the new rows together with the row of table {@code run}, and returns a summary.
 */
public final class Runs implements AutoCloseable {
  private final String title;
  private final Settings settings;
  private final RunSettings own;
  private final Reporter reporter;
  private @Nullable Engine engine;
  private @Nullable WarehouseWriter shared;

  private Runs(String title, Settings settings, RunSettings own, Reporter reporter) {
    this.title = title;
    this.settings = settings;
    this.own = own;
    this.reporter = reporter;
  }

  /**
   * Finishes the reading of settings. The engine is opened when it is first needed.
   *
   * @param title name of the program in the engine
   * @throws InvalidSettingsException when any setting that was read is faulty
   */
  public static Runs open(String title, SettingReader settings, Reporter reporter) {
    RunSettings own = RunSettings.read(settings);
    Settings sound = settings.finish();
    Engine.checkMaster(sound);
    return new Runs(title, sound, own, reporter);
  }

  private synchronized Engine engine() {
    if (engine == null) {
      engine = Engine.open(title, settings);
    }
    return engine;
  }

  /** What a verb does within its run. */
  public interface Work {
    /** Adds rows to the publications of the run. */
    void run(Run run) throws IOException;

    /** Makes what its queries read: views of the tables of the verb in the engine's session. */
    default void show(Run run) throws IOException {
      run.showTables();
    }
  }

  /** A session outside of all runs: its views and settings last longer than a run. */
  public SparkSession spark() {
    return engine().session();
  }

  /** How files are reached; no engine is opened for it. */
  public synchronized Configuration hadoop() {
    return engine == null
        ? Engine.hadoop(settings)
        : engine.session().sparkContext().hadoopConfiguration();
  }

  /** Receives the progress of the runs. */
  public Reporter reporter() {
    return reporter;
  }

  /**
   * Runs a verb once.
   *
   * @param verb its name, as in the headers {@code made by} of the tables
   * @param options further options, recorded together with the settings
   * @param location of the warehouse, which is created if it does not exist
   */
  public RunSummary run(String verb, Map<String, String> options, String location, Work work)
      throws IOException {
    NoAtomicRenameException.refuse(location);
    SparkSession session = engine().newSession();
    Warehouse warehouse = new Warehouse(session, location);
    try (WarehouseWriter writer = writer(warehouse)) {
      Map<String, String> recorded = settings.recorded();
      recorded.putAll(options);
      Run run =
          new Run(writer, reporter, new RunRecord(verb, recorded, warehouse.publications()), own);
      long bytes = 0;
      for (String table : Tables.readBy(verb)) {
        bytes += Tables.names().contains(table) ? warehouse.bytes(table) : 0;
      }
      run.fit(bytes);
      session.sparkContext().setJobGroup(run.id(), verb, false);
      work.show(run);
      work.run(run);
      run.finish();
      return run.summary();
    } finally {
      session.sparkContext().clearJobGroup();
    }
  }

  /**
   * Runs a verb once on a warehouse that must exist.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  public RunSummary runOnExisting(
      String verb, Map<String, String> options, String location, Work work) throws IOException {
    NoAtomicRenameException.refuse(location);
    if (!new WarehouseFiles(location, hadoop()).exists()) {
      throw NoInputException.noWarehouse(location);
    }
    return run(verb, options, location, work);
  }

  /**
   * Does runs on one warehouse under one lock. They may go on at the same time, on several threads,
   * as far as none reads or makes what another one makes meanwhile.
   */
  public void together(String location, AtOnce.Task runs) throws IOException {
    try (WarehouseWriter writer = writer(new Warehouse(spark(), location))) {
      shared = writer;
      runs.run();
    } finally {
      shared = null;
    }
  }

  private WarehouseWriter writer(Warehouse warehouse) throws IOException {
    if (shared != null && shared.warehouse().location().equals(warehouse.location())) {
      return shared.beside(warehouse);
    }
    return WarehouseWriter.open(
        warehouse,
        own.waitSeconds(),
        own.staleSeconds(),
        owner -> reporter.note("waiting for " + owner + ", which writes to this warehouse"));
  }

  @Override
  public void close() {
    if (engine != null) {
      engine.close();
    }
  }
}
