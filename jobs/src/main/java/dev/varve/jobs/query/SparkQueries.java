package dev.varve.jobs.query;

import dev.varve.jobs.guard.AllowedSql;
import dev.varve.jobs.guard.ReadOnlyPlans;
import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.past.Moment;
import dev.varve.jobs.past.PastTables;
import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Document;
import dev.varve.jobs.report.Header;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.SparkRuntime;
import dev.varve.jobs.run.Staleness;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.selection.Question;
import dev.varve.jobs.table.SessionFit;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import dev.varve.jobs.views.NamedViews;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** By Spark SQL over the published tables. */
public final class SparkQueries implements Queries {
  private final SparkSession spark;
  private final Warehouse warehouse;
  private final ReadOnlyPlans guard;
  private final long smallBytes;
  private final Runnable onClose;
  private final SparkTables tables;
  private Set<String> computed = Set.of();
  private @Nullable Map<String, String> stale;

  /** Opens a warehouse of few rows in its current state; queries only read it. */
  public SparkQueries(SparkSession spark, Warehouse warehouse) throws IOException {
    this(spark, warehouse, AllowedSql.READING, Long.MAX_VALUE, () -> {});
  }

  private SparkQueries(
      SparkSession spark,
      Warehouse warehouse,
      AllowedSql allowed,
      long smallBytes,
      Runnable onClose)
      throws IOException {
    this.smallBytes = smallBytes;
    this.onClose = onClose;
    this.spark = spark;
    this.warehouse = warehouse.now();
    this.tables = new SparkTables(this.warehouse);
    this.guard = new ReadOnlyPlans(allowed);
    long bytes = warehouse.bytes();
    if (bytes < smallBytes) {
      SessionFit.forFewRows(spark);
    } else {
      SessionFit.forRows(spark, bytes);
    }
  }

  /**
   * Opens the warehouse at a location, which closing closes the engine of.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  static Queries open(SparkRuntime engine, String location, QuerySettings query)
      throws IOException {
    Warehouse warehouse =
        NoInputException.unlessThere(new Warehouse(engine.session(), location), location);
    if (warehouse.isUnfinished()) {
      finish(warehouse);
    }
    return new SparkQueries(
        engine.session(), warehouse, query.allowed(), query.smallBytes(), engine::close);
  }

  /** Carries out what a dead run has decided, for all who read the folders. */
  private static void finish(Warehouse warehouse) {
    try {
      WarehouseWriter.finish(warehouse);
    } catch (IOException e) {
      // A run that is alive finishes it, or this process may only read: the files are read where
      // they are staged.
    }
  }

  /** {@inheritDoc} Reports run in parallel. */
  @Override
  public void answers(List<Question> questions, Document document) throws IOException {
    ExecutorService workers =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      for (Question question : questions) {
        tables.prepare(question.sql());
      }
      tables.empty(outdated());
      List<CompletableFuture<Answer>> answers =
          questions.stream()
              .map(asked -> CompletableFuture.supplyAsync(() -> named(asked), workers))
              .toList();
      document.begin(questions.stream().map(Question::name).toList());
      for (CompletableFuture<Answer> answer : answers) {
        document.add(answer.join());
      }
      document.end();
    } catch (CompletionException e) {
      throw e.getCause() instanceof IOException told ? told : new IOException(e.getCause());
    } finally {
      AtOnce.end(workers);
      tables.fill();
    }
  }

  @Override
  public void asOf(Moment moment) throws IOException {
    tables.prepareAll();
    PastTables past = new PastTables(moment);
    for (String table : Tables.names()) {
      warehouse.table(table).createOrReplaceTempView(PastTables.EVERY + table);
    }
    past.stored().forEach((name, sql) -> spark.sql(sql).createOrReplaceTempView(name));
    warehouse.views(Tables.views());
    past.computed().forEach((name, sql) -> spark.sql(sql).cache().createOrReplaceTempView(name));
    computed = past.computed().keySet();
    stale = null;
  }

  private Answer named(Question asked) {
    try {
      return SparkAnswers.answer(spark, asked);
    } catch (RuntimeException e) {
      throw new CompletionException(new IOException(asked.name() + ": " + e.getMessage(), e));
    }
  }

  @Override
  public List<Answer> faults() throws IOException {
    tables.prepareAll();
    try {
      Map<String, String> stale = stale();
      tables.empty(stale.keySet());
      List<Answer> faults = new ArrayList<>();
      for (Question check : Queries.checks(stale)) {
        Dataset<Row> rows = spark.sql(check.sql()).limit(FAULTS_SHOWN);
        Answer broken =
            SparkAnswers.collected(check.name(), SparkAnswers.header(check.sql()), rows);
        if (broken.count() > 0) {
          faults.add(broken);
        }
      }
      return faults;
    } finally {
      tables.fill();
    }
  }

  @Override
  public Answer query(String sql, int most) {
    Dataset<Row> rows = rows(sql);
    return most == ALL
        ? SparkAnswers.streamed("", Header.NONE, rows)
        : SparkAnswers.collected("", Header.NONE, rows.limit(most));
  }

  /** The rows of a query as Spark has them; otherwise as {@link #query} says. */
  public Dataset<Row> rows(String sql) {
    tables.prepareAll();
    tables.showReports(NamedViews.reportsIn(sql), this::outdatedNow);
    return SparkAnswers.flat(guard.rows((org.apache.spark.sql.classic.SparkSession) spark, sql));
  }

  private Set<String> outdatedNow() {
    try {
      return outdated();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Iterator<List<@Nullable Object>> stream(String sql, Map<String, String> parameters)
      throws IOException {
    tables.prepare(sql);
    return SparkAnswers.rows(spark.sql(sql, Map.<String, Object>copyOf(parameters)));
  }

  @Override
  public boolean isUnfinished() throws IOException {
    return warehouse.isUnfinished();
  }

  @Override
  public boolean isSmall() throws IOException {
    return warehouse.bytes() < smallBytes;
  }

  @Override
  public boolean holds(String table) throws IOException {
    return warehouse.holds(table);
  }

  @Override
  public Map<String, String> stale() throws IOException {
    if (stale == null) {
      tables.prepare("run");
      stale = Staleness.of(spark.table("run"));
      stale.keySet().removeAll(computed);
    }
    return new TreeMap<>(stale);
  }

  @Override
  public void close() {
    onClose.run();
  }
}
