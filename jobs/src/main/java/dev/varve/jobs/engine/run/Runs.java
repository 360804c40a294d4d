package dev.varve.jobs.engine.run;

import dev.varve.jobs.catalog.CatalogFollower;
import dev.varve.jobs.catalog.CatalogSettings;
import dev.varve.jobs.catalog.Registration;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.lineage.Lineage;
import dev.varve.jobs.engine.lineage.LineageRun;
import dev.varve.jobs.engine.lineage.LineageSettings;
import dev.varve.jobs.host.NativeLibraries;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.host.StopSignals;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The frame of every verb that writes. It waits for the warehouse's lock, and gives the verb an
 * engine session whose views and configuration end with the verb. It names the verb in the engine's
 * event log, publishes the new rows together with the row of table {@code run}, and returns a
 * summary.
 */
public final class Runs implements AutoCloseable {
  private final String title;
  private final Settings settings;
  private final LockSettings lock;
  private final Reporter reporter;
  private final Engines engines;
  private final UnaryOperator<Engine> around;
  private final Lineage lineage;
  private final CatalogFollower catalog;
  private @Nullable WarehouseWriter shared;

  private Runs(
      String title,
      Settings settings,
      LockSettings lock,
      EngineChoice choice,
      Lineage lineage,
      CatalogSettings catalog,
      Reporter reporter,
      UnaryOperator<Engine> around) {
    this.title = title;
    this.around = around;
    this.settings = settings;
    this.lock = lock;
    this.lineage = lineage;
    this.reporter = reporter;
    this.engines = new Engines(title, settings, choice);
    this.catalog = new CatalogFollower(catalog, settings.spark(), reporter::warn);
  }

  /**
   * Finishes the reading of settings. The engine is opened when it is first needed.
   *
   * @param title name of the program in the engine
   * @throws InvalidSettingsException when any setting that was read is faulty
   */
  public static Runs open(String title, SettingReader settings, Reporter reporter) {
    return open(title, settings, reporter, UnaryOperator.identity());
  }

  /**
   * Finishes the reading of settings.
   *
   * @param around makes the engine of each run from the one that was opened for it
   */
  static Runs open(
      String title, SettingReader settings, Reporter reporter, UnaryOperator<Engine> around) {
    LockSettings lock = settings.bind("lock", LockSettings.class);
    EngineChoice choice = EngineChoice.read(settings);
    LineageSettings lineage = settings.bind("lineage", LineageSettings.class);
    CatalogSettings catalog = CatalogSettings.read(settings);
    NativeLibraries.fault().ifPresent(settings::fault);
    Runs runs =
        new Runs(
            title,
            settings.finish(),
            lock,
            choice,
            Lineage.of(lineage, catalog.names(), System.getenv(), reporter::warn),
            catalog,
            reporter,
            around);
    catalog.requireAtomic(runs.store());
    return runs;
  }

  /** The store of the files of inputs and warehouses. */
  public Store store() {
    return engines.store();
  }

  /** Receives the progress of the runs. */
  public Reporter reporter() {
    return reporter;
  }

  /** Says what the next run does, if a signal ends the program immediately from now on. */
  public void beginUnread(String unit) {
    StopSignals.lastWords(
        () ->
            reporter.warn(
                "interrupted; no %s was read yet; the next run begins anew".formatted(unit)));
  }

  /** The work of a verb within its run. */
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
    WarehouseFiles warehouse = new WarehouseFiles(location, store());
    try (WarehouseWriter writer = writer(warehouse)) {
      Map<String, String> recorded = settings.recorded();
      recorded.putAll(options);
      warehouse.warning().ifPresent(reporter::warn);
      RunRecord record = new RunRecord(verb, recorded, warehouse.publications());
      Publication scratch = writer.publication(record.runId() + "-scratch");
      Lineage.Events events = begin(record, options, warehouse);
      try (Run run =
          new Run(
              writer,
              reporter,
              record,
              events,
              () -> open(record, warehouse, scratch.folder()),
              catalog::published)) {
        job.run(run);
        run.finish();
        events.complete();
        return run.summary();
      } catch (IOException | RuntimeException | Error e) {
        events.end(e, e instanceof StoppedRunException);
        throw e;
      } finally {
        StopSignals.lastWords(null);
        scratch.commit(); // nothing was added, so this only deletes its folder
      }
    }
  }

  private Lineage.Events begin(
      RunRecord record, Map<String, String> options, WarehouseFiles warehouse) throws IOException {
    List<String> read = new ArrayList<>();
    for (String table : lineage.isOn() ? Tables.readBy(record.verb()) : Set.<String>of()) {
      if (Tables.names().contains(table) && warehouse.hasRows(table)) {
        read.add(table);
      }
    }
    return lineage.begin(
        new LineageRun(
            record.runId(),
            record.verb(),
            record.startedAt(),
            RunRecord.version(),
            options,
            warehouse.location()),
        read);
  }

  /**
   * Registers the tables of a warehouse in the catalog of the settings, as each publication of a
   * run does.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  public Registration register(String location) throws IOException {
    requireWarehouse(location);
    try (WarehouseWriter writer = writer(new WarehouseFiles(location, store()))) {
      return catalog.register(writer.warehouse());
    }
  }

  /**
   * Refuses to delete files of a warehouse that is in a catalog, unless settings name a catalog, or
   * say that there is none.
   *
   * @throws InvalidSettingsException with the way out
   */
  public void requireCatalog(String location) throws IOException {
    catalog.require(new WarehouseFiles(location, store()));
  }

  /** Lets the catalog follow a publication that no run made; the caller has the lock. */
  public void published(WarehouseFiles warehouse) {
    catalog.published(warehouse);
  }

  /** Reads a warehouse outside of all runs. */
  public interface Reading {
    /**
     * Reads through an engine that has no views yet. Operations that need a scratch folder, keep
     * and fold, are not available.
     */
    void read(Engine engine, WarehouseFiles warehouse) throws IOException;
  }

  /** Reads a warehouse as it is now, without its lock. */
  public void read(String location, Reading reading) throws IOException {
    WarehouseFiles warehouse = new WarehouseFiles(location, store()).now();
    try (Engine engine =
        engines.open(new EngineChoice.Work(location, warehouse.bytes(), null, title))) {
      reading.read(engine, warehouse);
    }
  }

  /** A computation that needs no warehouse. */
  public interface Computation<T> {
    /**
     * Computes through an engine that has no views. Operations that need a scratch folder, keep and
     * fold, are not available.
     */
    T compute(Engine engine) throws IOException;
  }

  /** Computes without a warehouse. */
  public <T> T compute(Computation<T> computation) throws IOException {
    try (Engine engine = engines.open(new EngineChoice.Work("", 0, null, title))) {
      return computation.compute(engine);
    }
  }

  private Engine open(RunRecord record, WarehouseFiles warehouse, String scratch) {
    long bytes = 0;
    try {
      for (String table : Tables.readBy(record.verb())) {
        bytes += Tables.names().contains(table) ? warehouse.bytes(table) : 0;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return around.apply(
        engines.open(new EngineChoice.Work(warehouse.location(), bytes, scratch, record.runId())));
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
    NoInputException.unlessThere(new WarehouseFiles(location, store()), location);
  }

  /**
   * Executes runs on one warehouse under one lock. They may run in parallel on several threads, if
   * no run reads or writes a table that another one writes.
   */
  public void executeTogether(String location, Parallel.IoRunnable runs) throws IOException {
    try (WarehouseWriter writer = writer(new WarehouseFiles(location, store()))) {
      shared = writer;
      runs.run();
    } finally {
      shared = null;
    }
  }

  private WarehouseWriter writer(WarehouseFiles warehouse) throws IOException {
    if (shared != null && shared.warehouse().location().equals(warehouse.location())) {
      return shared.withSharedLock(warehouse);
    }
    return WarehouseWriter.open(
        warehouse,
        lock.waitSeconds(),
        lock.staleSeconds(),
        new WarehouseWriter.Notices() {
          @Override
          public void waitsFor(String owner) {
            reporter.note("waiting for " + owner + ", which writes to this warehouse");
          }

          @Override
          public void leaves(String leftover) {
            reporter.warn(leftover);
          }
        });
  }

  @Override
  public void close() {
    StopSignals.lastWords(null);
    catalog.close();
    engines.close();
  }
}
