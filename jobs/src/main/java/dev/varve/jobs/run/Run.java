package dev.varve.jobs.run;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.host.ProcessMemory;
import dev.varve.jobs.parquet.RowFile;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.SessionFit;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A run in progress: its session, its warehouse, its publications and its counts. Several threads
 * may ask for rows, note, count and add to the publication of the end; all else is for one.
 */
public final class Run implements AutoCloseable {
  /** Name of the accumulator that an ingest counts its input with. */
  public static final String READ_BYTES = "read bytes";

  private static final int SHOWN = 20;

  private final WarehouseWriter writer;
  private final Reporter reporter;
  private final RunRecord record;
  private final Publication last;
  private final RunSettings settings;
  private final Supplier<Engine> opening;
  private @Nullable Engine engine;
  private @Nullable SessionFit fit;
  private int waves;

  /**
   * A run that has done nothing yet.
   *
   * @param opening opens its engine, when it is first needed
   */
  Run(
      WarehouseWriter writer,
      Reporter reporter,
      RunRecord record,
      RunSettings settings,
      Supplier<Engine> opening) {
    this.writer = writer;
    this.reporter = reporter;
    this.record = record;
    this.settings = settings;
    this.opening = opening;
    this.last = writer.publication(record.runId() + "-last");
  }

  /** The engine of this run alone. */
  public synchronized Engine engine() {
    if (engine == null) {
      engine = opening.get();
    }
    return engine;
  }

  /** Shows all tables that the verb reads, as they are published now, and the views over them. */
  public void show() throws IOException {
    show(Tables.readBy(record.verb()));
  }

  /** Shows tables as they are published now, and views over them. */
  public void show(Collection<String> names) throws IOException {
    for (String name : names) {
      if (Tables.names().contains(name)) {
        engine().files(name, Tables.columns(name), warehouse().files(name));
      } else {
        engine().view(name, Query.of("views", name));
      }
    }
  }

  /** Stages the rows of a query for a table, sorted by these columns. */
  public void write(String table, Query query, String... order) throws IOException {
    last.add(table, engine().write(table, query, List.of(order), last.folder()));
  }

  /** Stages the rows of the query in a folder that is named after the table. */
  public void write(String table, String folder, String... order) throws IOException {
    write(table, Query.of(folder, table), order);
  }

  /** Stages few records for a table. */
  public <T extends Record> void add(String table, Class<T> type, List<T> records, String... order)
      throws IOException {
    last.add(table, type, records, order);
  }

  /** How files are reached. */
  public Configuration hadoop() {
    return warehouse().hadoop();
  }

  /** The id of the run; ids sort by start time. */
  public String id() {
    return record.runId();
  }

  /** When the run began, as its row says. */
  public Instant startedAt() {
    return record.startedAt();
  }

  /** The session, which only this run uses. */
  public SparkSession spark() {
    return warehouse().spark();
  }

  /** Makes views in the session of all tables that the verb reads, as they are published now. */
  public void showTables() throws IOException {
    warehouse().views(Tables.readBy(record.verb()));
  }

  private SessionFit fit() {
    if (fit == null) {
      fit = new SessionFit(spark(), settings.smallBytes());
    }
    return fit;
  }

  /** Fits the session to the bytes of tables or of inputs that are worked on from here on. */
  public void fit(long bytes) {
    fit().to(bytes);
  }

  /** Whether it is fitted to few rows, of which several groups are worked on at the same time. */
  public boolean isFitForFewRows() {
    return fit().isToFewRows();
  }

  /** The engine that is asked for, as {@code query.engine} has it; none but Spark does all work. */
  public String asked() {
    return settings.engine();
  }

  /** What comes of a step that reads these tables only: the session is fitted to their bytes. */
  public <T> T fitted(List<String> tables, Supplier<T> step) throws IOException {
    boolean few = fit().isToFewRows();
    fit(warehouse().bytes(tables));
    try {
      return step.get();
    } finally {
      fit(few ? 0 : Long.MAX_VALUE);
    }
  }

  /** The Spark context, for jobs without SQL. */
  public JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(spark().sparkContext());
  }

  /** The warehouse that the run writes to. */
  public Warehouse warehouse() {
    return writer.warehouse();
  }

  /** The writer, for what a warehouse stores beside its tables. */
  public WarehouseWriter writer() {
    return writer;
  }

  /** Says what the run does from here on, to people, and to the engine for its own records. */
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

  /** What is published at the end of the run, all at once. */
  public Publication publication() {
    return last;
  }

  /** A publication for {@link #publish}. */
  public Publication wave() {
    return writer.publication(String.format("%s-%04d", id(), waves++));
  }

  /** Publishes a wave now; the run continues. */
  public void publish(Publication wave) throws IOException {
    publish(wave, false);
  }

  /** The rows of a query of {@code schemas}, over the views of this run. */
  public Dataset<Row> select(String folder, String name) {
    return spark().sql(SqlFiles.text(folder, name));
  }

  /** The rows of a query with values for its named parameters. */
  public Dataset<Row> select(String folder, String name, Map<String, Object> parameters) {
    return spark().sql(SqlFiles.text(folder, name), parameters);
  }

  /** Adds to a count of the record. */
  public void count(String name, long value) {
    record.count(name, value);
  }

  /** Adds to the bytes read. */
  public void addReadBytes(long bytes) {
    record.addReadBytes(bytes);
  }

  /** Counts rejections, and keeps the first few for the summary. */
  public void reject(long rejections, List<RunSummary.Rejection> first) {
    record.count("rejections", rejections);
    record.show(first, SHOWN);
  }

  void finish() throws IOException {
    last.addMissing(Tables.madeBy(record.verb()));
    ProcessMemory.peakBytes().ifPresent(peak -> record.count("peak_memory_bytes", peak));
    publish(last, true);
  }

  private void publish(Publication publication, boolean ends) throws IOException {
    publication.rows().forEach(record::count);
    record.count("written_bytes", publication.bytes());
    writer.alone(
        () -> {
          addOwnRow(publication, ends);
          publication.commit();
        });
  }

  /** The rows of table run are those of the other runs, and that of this one, in order. */
  private void addOwnRow(Publication publication, boolean ends) throws IOException {
    engine().files("every_run", Tables.columns("run"), warehouse().files("run"));
    RunRecord.RunRow own = record.row(ends);
    List<RunRecord.RunRow> after = new ArrayList<>();
    RowFile file = publication.newFile("run");
    try (file) {
      engine()
          .each(
              Query.of("SELECT * FROM every_run ORDER BY run_id"),
              RunRecord.RunRow.class,
              row -> {
                int order = row.runId().compareTo(own.runId());
                if (order < 0) {
                  add(file, row);
                } else if (order > 0) {
                  after.add(row);
                }
              });
      add(file, own);
      after.forEach(row -> add(file, row));
    }
    publication.add("run", List.of(file.written()));
  }

  private static void add(RowFile file, RunRecord.RunRow row) {
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
    return new RunSummary(id(), record.counts(), record.readBytes(), record.took(), record.shown());
  }
}
