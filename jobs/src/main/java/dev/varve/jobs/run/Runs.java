package dev.varve.jobs.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;

/**
 * The frame of every verb that writes: it waits for the lock, works in a session of its own, whose
 * views and configuration end with it, publishes what was added together with the row of table
 * {@code run}, and sums up.
 */
public final class Runs implements AutoCloseable {
  private final Engine engine;
  private final Settings settings;
  private final LockSettings lock;
  private final Reporter reporter;

  private Runs(Engine engine, Settings settings, LockSettings lock, Reporter reporter) {
    this.engine = engine;
    this.settings = settings;
    this.lock = lock;
    this.reporter = reporter;
  }

  /**
   * Ends the reading of settings, and opens the engine.
   *
   * @param title of the program, for the engine
   * @throws InvalidSettingsException when any setting that was read is faulty
   */
  public static Runs open(String title, SettingReader settings, Reporter reporter) {
    LockSettings lock = LockSettings.read(settings);
    Settings sound = settings.finish();
    return new Runs(Engine.open(title, sound), sound, lock, reporter);
  }

  /** What a verb does within its run. */
  public interface Work {
    /** Adds rows to the publications of the run. */
    void run(Run run) throws IOException;
  }

  /** A session of no run; what is done to it lasts longer than one. */
  public SparkSession spark() {
    return engine.session();
  }

  /** Whom runs tell of what they do. */
  public Reporter reporter() {
    return reporter;
  }

  /**
   * One run of a verb.
   *
   * @param verb as tables name it that are made by it
   * @param options what else was asked, to be recorded beside the settings
   * @param location of the warehouse, which is made if it is not there
   */
  public RunSummary run(String verb, Map<String, String> options, String location, Work work)
      throws IOException {
    SparkSession own = engine.newSession();
    Warehouse warehouse = new Warehouse(own, location);
    try (WarehouseWriter writer =
        WarehouseWriter.open(
            warehouse,
            lock.waitSeconds(),
            lock.staleSeconds(),
            owner -> reporter.note("waiting for " + owner + ", which writes to this warehouse"))) {
      Map<String, String> recorded = new TreeMap<>(settings.all());
      recorded.putAll(options);
      Run run = new Run(writer, reporter, new RunRecord(verb, recorded));
      warehouse.views(Tables.readBy(verb));
      work.run(run);
      run.finish();
      return run.summary();
    }
  }

  /**
   * The same of a warehouse that must be there.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  public RunSummary runOnExisting(
      String verb, Map<String, String> options, String location, Work work) throws IOException {
    if (!new Warehouse(spark(), location).exists()) {
      throw NoInputException.noWarehouse(location);
    }
    return run(verb, options, location, work);
  }

  @Override
  public void close() {
    engine.close();
  }
}
