package dev.varve.jobs.engine.run;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.lineage.Lineage;
import dev.varve.jobs.host.ProcessMemory;
import dev.varve.jobs.host.StopSignals;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.parquet.StoreFile;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run in progress: its engine, warehouse, publications and counts. Several threads may read rows,
 * print notes, count, and add rows to the final publication. All other methods are for one thread.
 */
public final class Run implements AutoCloseable {
  private static final int MAX_KEPT_REJECTIONS = 20;

  private final WarehouseWriter writer;
  private final Reporter reporter;
  private final RunRecord record;
  private final Lineage.Events lineage;
  private final Consumer<WarehouseFiles> published;
  private final Publication lastPublication;
  private final Supplier<Engine> engineOpener;
  private @Nullable Engine engine;
  private @Nullable Presence presence;
  private int waves;

  /**
   * A run that has done nothing yet.
   *
   * @param engineOpener opens the run's engine when it is first needed
   */
  Run(
      WarehouseWriter writer,
      Reporter reporter,
      RunRecord record,
      Lineage.Events lineage,
      Supplier<Engine> engineOpener,
      Consumer<WarehouseFiles> published) {
    this.writer = writer;
    this.published = published;
    this.reporter = reporter;
    this.record = record;
    this.lineage = lineage;
    this.engineOpener = engineOpener;
    this.lastPublication = writer.publication(record.runId() + "-last");
  }

  /** The engine of this run, which no other run uses; opened at the first call. */
  public synchronized Engine engine() {
    if (engine == null) {
      engine = engineOpener.get();
    }
    return engine;
  }

  /**
   * Shows all tables that the verb reads, and the views over them, as they are now: without what is
   * gone from its source.
   */
  public void registerViews() throws IOException {
    registerViews(Tables.readBy(record.verb()));
  }

  /** Shows tables, and views over them, as they are now. */
  public void registerViews(Collection<String> names) throws IOException {
    if (presence == null) {
      presence = new Presence(engine(), warehouse());
    }
    presence.show(names);
  }

  /**
   * Shows tables with all their published rows, also those of what is gone: an ingest does not read
   * again what comes back.
   */
  public void registerTables(Collection<String> names) throws IOException {
    for (String name : names) {
      engine().files(name, Tables.columns(name), warehouse().files(name));
    }
  }

  /** Stages the rows of a query for a table, sorted by these columns. */
  public void write(String table, Query query, String... order) throws IOException {
    lastPublication.add(
        table, engine().write(table, query, List.of(order), lastPublication.files()));
  }

  /** Stages the rows of the query that has the table's name, from this folder of module schemas. */
  public void write(String table, String folder, String... order) throws IOException {
    write(table, Query.of(folder, table), order);
  }

  /** Stages few records for a table. */
  public <T extends Record> void add(String table, Class<T> type, List<T> records, String... order)
      throws IOException {
    lastPublication.add(table, type, records, order);
  }

  /** The store through which the run reads and writes files. */
  public Store store() {
    return warehouse().store();
  }

  /** The id of the run; ids sort by start time. */
  public String id() {
    return record.runId();
  }

  /** Start of the run, as in its row of table {@code run}. */
  public Instant startedAt() {
    return record.startedAt();
  }

  /** The warehouse that the run writes to. */
  public WarehouseFiles warehouse() {
    return writer.warehouse();
  }

  /** The writer of the warehouse, for records that are not tables, such as the fingerprint rule. */
  public WarehouseWriter writer() {
    return writer;
  }

  /** Prints the phase of the run that begins now, and passes it to the engine for its event log. */
  public void note(String line) {
    reporter.note(line);
    engine().describe(record.verb() + ": " + line);
  }

  /**
   * Starts a long phase; closing the result ends it.
   *
   * @param doneBytes grows from 0 to {@code totalBytes}
   */
  public Reporter.Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
    engine().describe(record.verb() + ": " + title);
    return reporter.phase(title, totalBytes, doneBytes);
  }

  /**
   * Prints how long the run takes from now on; nothing where that is not known.
   *
   * @param seconds of each of its parts, by their titles
   */
  public void forecast(Map<String, Double> seconds) {
    if (!seconds.isEmpty()) {
      reporter.forecast(seconds);
    }
  }

  /** The files published at the end of the run, atomically. */
  public Publication publication() {
    return lastPublication;
  }

  /** A new publication, to be published by {@link #publish} before the run ends. */
  public Publication newWave() {
    return writer.publication(String.format("%s-%04d", id(), waves++));
  }

  /**
   * Publishes the rows of a wave now, with the row of the run as it is so far; the run continues.
   */
  public void publish(Publication wave) throws IOException {
    publish(wave, false);
  }

  /**
   * Reports that the run ends before its work is done.
   *
   * @param kept what is published
   * @param left what the next run reads
   */
  public void endsEarly(Kept kept, Kept left, Reporter.Ending ending) {
    reporter.endsEarly(kept, left, ending);
  }

  /** States what is published and what is left, if a signal ends the program immediately. */
  public void mayEnd(Kept kept, Kept left) {
    StopSignals.lastWords(() -> reporter.endsEarly(kept, left, Reporter.Ending.IMMEDIATE_SIGNAL));
  }

  /** Adds to a count in the run's row of table {@code run}. */
  public void count(String name, long value) {
    record.count(name, value);
  }

  /** States the locations of the inputs that the run reads, for its lineage. */
  public void reads(Collection<String> locations) {
    lineage.reads(locations);
  }

  public void addReadBytes(long bytes) {
    record.addReadBytes(bytes);
  }

  /** Counts rejections, and keeps the first few for the summary. */
  public void reject(long rejections, List<RunSummary.Rejection> first) {
    record.count("rejections", rejections);
    record.keepRejections(first, MAX_KEPT_REJECTIONS);
  }

  void finish() throws IOException {
    lastPublication.addMissing(Tables.madeBy(record.verb()));
    ProcessMemory.peakBytes().ifPresent(peak -> record.count("peak_memory_bytes", peak));
    publish(lastPublication, true);
  }

  private void publish(Publication publication, boolean ends) throws IOException {
    publication.rows().forEach(record::count);
    record.count("written_bytes", publication.bytes());
    lineage.published(publication);
    writer.exclusively(
        () -> {
          addRunRow(publication, ends);
          publication.commit();
        });
    published.accept(warehouse());
  }

  /** Stages table {@code run} anew: the rows of the other runs and the row of this one, sorted. */
  private void addRunRow(Publication publication, boolean ends) throws IOException {
    RunRecord.RunRow own = record.row(ends);
    String row = Locations.in(publication.folder(), "own-run.parquet");
    RowFile ownFile = RowFile.ofTable("run", row, store());
    try (ownFile) {
      addRow(ownFile, own);
    }
    // The other rows are copied undecoded: those of many runs have long maps of settings.
    List<StoreFile> others =
        warehouse().files("run").stream().map(file -> new StoreFile(store(), file)).toList();
    StoreFile all = new StoreFile(store(), publication.files().ofTable("run", "all"));
    if (ParquetParts.append(others, "run_id", new StoreFile(store(), row), all)) {
      long rows = ParquetParts.rows(all);
      publication.add("run", List.of(new RowFile.Written(all.location(), rows)));
    } else {
      addSortedRows(publication, own);
    }
  }

  private void addSortedRows(Publication publication, RunRecord.RunRow own) throws IOException {
    engine().files("every_run", Tables.columns("run"), warehouse().files("run"));
    List<RunRecord.RunRow> laterRuns = new ArrayList<>();
    RowFile file = publication.newFile("run");
    try (file) {
      engine()
          .each(
              Query.of("SELECT * FROM every_run ORDER BY run_id"),
              RunRecord.RunRow.class,
              row -> {
                int comparison = row.runId().compareTo(own.runId());
                if (comparison < 0) {
                  addRow(file, row);
                } else if (comparison > 0) {
                  laterRuns.add(row);
                }
              });
      addRow(file, own);
      laterRuns.forEach(row -> addRow(file, row));
    }
    publication.add("run", List.of(file.written()));
  }

  private static void addRow(RowFile file, RunRecord.RunRow row) {
    try {
      file.add(RunRecord.ROWS.row(row));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (engine != null) {
      engine.close();
    }
  }

  RunSummary summary() {
    return new RunSummary(
        id(), record.counts(), record.readBytes(), record.elapsed(), record.rejections());
  }
}
