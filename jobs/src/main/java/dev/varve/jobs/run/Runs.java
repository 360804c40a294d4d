package dev.varve.jobs.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.file.HadoopSettings;
import dev.varve.jobs.file.NoAtomicRenameException;
import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.WarehouseFiles;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The frame of every verb that writes. It waits for the lock, gives the verb a session of its own,
 * whose views and configuration end with it, names its work in the engine's event log, publishes
 * the new rows together with the row of table {@code run}, and returns a summary.
 */
public final class Runs implements AutoCloseable {
  private static final String NO_LOG = "org.slf4j.helpers.NOP_FallbackServiceProvider";

  private final String title;
  private final Settings settings;
  private final RunSettings own;
  private final Reporter reporter;
  private final Set<String> inputs = new HashSet<>();
  private @Nullable SparkRuntime engine;
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
    EngineChoice.requireMaster(sound);
    if (own.choice().isLocalLikely(sound)) {
      // Whoever logs first chooses the provider, and the one of Spark takes long to start.
      System.setProperty("slf4j.provider", NO_LOG);
      System.setProperty("slf4j.internal.verbosity", "WARN");
    }
    return new Runs(title, sound, own, reporter);
  }

  private synchronized SparkRuntime engine() {
    if (engine == null) {
      engine = SparkRuntime.open(title, settings);
    }
    return engine;
  }

  /**
   * How files at these locations are reached, and at those that it was called with before: tasks of
   * a run read inputs by the configuration of the warehouse. Spark is not opened for it.
   */
  public synchronized Configuration hadoop(Collection<String> locations) {
    inputs.addAll(locations);
    if (engine != null) {
      return engine.session().sparkContext().hadoopConfiguration();
    }
    return EngineChoice.isSubmitted()
        ? SparkRuntime.hadoop(settings)
        : HadoopSettings.of(settings.spark(), inputs);
  }

  /** Receives the progress of the runs. */
  public Reporter reporter() {
    return reporter;
  }

  /** What a verb does within its run. */
  public interface Job {
    /** Adds rows to the publications of the run. */
    void run(Run run) throws IOException;
  }

  /**
   * Runs a verb once.
   *
   * @param verb its name, as in the headers {@code made by} of the tables
   * @param options further options, recorded together with the settings
   * @param location of the warehouse, which is created if it does not exist
   */
  public RunSummary execute(String verb, Map<String, String> options, String location, Job job)
      throws IOException {
    NoAtomicRenameException.refuse(location);
    Configuration hadoop = hadoop(List.of(location));
    Supplier<SparkSession> session = memoized(verb);
    WarehouseFiles warehouse = new WarehouseFiles(location, hadoop);
    try (WarehouseWriter writer = writer(warehouse)) {
      Map<String, String> recorded = settings.recorded();
      recorded.putAll(options);
      RunRecord record = new RunRecord(verb, recorded, warehouse.publications());
      Publication scratch = writer.publication(record.runId() + "-scratch");
      try (Run run =
          new Run(
              writer, reporter, record, () -> open(record, warehouse, scratch.folder(), session))) {
        job.run(run);
        run.finish();
        return run.summary();
      } finally {
        scratch.commit(); // nothing was added: its folder goes
      }
    }
  }

  /** Reads a warehouse outside of all runs. */
  public interface Reading {
    /** Asks an engine that has no views yet; nothing is kept, and nothing folded. */
    void from(Engine engine, WarehouseFiles warehouse) throws IOException;
  }

  /** Reads a warehouse as it is now, without its lock. */
  public void read(String location, Reading reading) throws IOException {
    Configuration hadoop = hadoop(List.of(location));
    WarehouseFiles warehouse = new WarehouseFiles(location, hadoop).now();
    try (Engine engine = open(location, warehouse.bytes(), hadoop)) {
      reading.from(engine, warehouse);
    }
  }

  /** A computation that needs no warehouse. */
  public interface Computation<T> {
    /** Computes by an engine that has no views; nothing is kept, and nothing folded. */
    T by(Engine engine) throws IOException;
  }

  /** Computes without a warehouse. */
  public <T> T compute(Computation<T> computation) throws IOException {
    try (Engine engine = open("", 0, hadoop(List.of()))) {
      return computation.by(engine);
    }
  }

  private Engine open(String location, long bytes, Configuration hadoop) {
    String master = EngineChoice.master(settings);
    EngineChoice.Work work = new EngineChoice.Work(master, location, bytes, null, title);
    return own.choice().open(work, hadoop, memoized(title));
  }

  private Engine open(
      RunRecord record, WarehouseFiles warehouse, Path scratch, Supplier<SparkSession> session) {
    long bytes = 0;
    try {
      for (String table : Tables.readBy(record.verb())) {
        bytes += Tables.names().contains(table) ? warehouse.bytes(table) : 0;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String master = EngineChoice.master(settings);
    return own.choice()
        .open(
            new EngineChoice.Work(master, warehouse.location(), bytes, scratch, record.runId()),
            warehouse.hadoop(),
            session);
  }

  /** A session of a run's own, opened once. */
  private Supplier<SparkSession> memoized(String verb) {
    return new Supplier<>() {
      private @Nullable SparkSession session;

      @Override
      public synchronized SparkSession get() {
        if (session == null) {
          session = engine().newSession();
          session.sparkContext().setJobGroup(verb, verb, false);
        }
        return session;
      }
    };
  }

  /**
   * Runs a verb once on a warehouse that must exist.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  public RunSummary executeOnExisting(
      String verb, Map<String, String> options, String location, Job job) throws IOException {
    requireWarehouse(location);
    return execute(verb, options, location, job);
  }

  private void requireWarehouse(String location) throws IOException {
    NoAtomicRenameException.refuse(location);
    if (!new WarehouseFiles(location, hadoop(List.of(location))).exists()) {
      throw NoInputException.noWarehouse(location);
    }
  }

  /**
   * Does runs on one warehouse under one lock. They may go on at the same time, on several threads,
   * as far as none reads or makes what another one makes meanwhile.
   */
  public void together(String location, AtOnce.Task runs) throws IOException {
    try (WarehouseWriter writer = writer(new WarehouseFiles(location, hadoop(List.of(location))))) {
      shared = writer;
      runs.run();
    } finally {
      shared = null;
    }
  }

  private WarehouseWriter writer(WarehouseFiles warehouse) throws IOException {
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
