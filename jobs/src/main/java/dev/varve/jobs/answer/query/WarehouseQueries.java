package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Header;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.answer.selection.Question;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.Result;
import dev.varve.jobs.engine.run.EngineChoice;
import dev.varve.jobs.engine.run.Engines;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** Questions to the tables of a warehouse, answered by an engine. */
public class WarehouseQueries implements Queries {
  /**
   * Questions in parallel over large tables: the end of one overlaps the next, and each has memory.
   */
  private static final int FEW = 2;

  private static final String LOCAL = "local";

  private final Engine engine;
  private final WarehouseFiles warehouse;
  private final long smallBytes;
  private final Prices prices;
  private final List<Result> streams = new ArrayList<>();
  private WarehouseViews views;

  /**
   * Opens a warehouse in its current state; queries only read it.
   *
   * @param engine without views; closing closes it
   * @param smallBytes size of a warehouse below which questions are answered in parallel: each
   *     keeps one processor busy, mostly with its plan
   * @param prices that reports count money by
   */
  public WarehouseQueries(Engine engine, WarehouseFiles warehouse, long smallBytes, Prices prices)
      throws IOException {
    this.engine = engine;
    this.warehouse = warehouse.now();
    this.smallBytes = smallBytes;
    this.prices = prices;
    this.views = new WarehouseViews(engine, this.warehouse, Names.now());
  }

  /**
   * Opens the warehouse at a location by the engine that is chosen.
   *
   * @param verb names the program in the engine
   * @throws NoInputException when nothing has ever been ingested into it
   * @throws InvalidSettingsException when the requested engine cannot read it
   */
  public static Queries open(String verb, Settings settings, QuerySettings query, String location)
      throws IOException {
    Engines engines = new Engines(verb, settings, query.choice());
    Configuration hadoop = engines.hadoop(List.of(location));
    WarehouseFiles files = OpenWarehouse.at(location, hadoop);
    Engine engine = engines.open(new EngineChoice.Work(location, files.now().bytes(), null, verb));
    return new WarehouseQueries(engine, files, query.smallBytes(), query.prices()) {
      @Override
      public void close() {
        super.close();
        engines.close();
      }
    };
  }

  /** Name of the engine that answers. */
  public String engine() {
    return engine.name();
  }

  @Override
  public void asOf(Moment moment) throws IOException {
    endStreams();
    views = new WarehouseViews(engine, warehouse, Names.asOf(moment));
  }

  @Override
  public void compute(Set<String> tables, String read, Computed computed) throws IOException {
    if (!engine.name().equals(LOCAL)) {
      throw new InvalidSettingsException(
          List.of("--from, --to: computed by the local engine alone; leave --engine away"));
    }
    views.prepare(read);
    computed.show(engine);
    views.computed(tables);
  }

  @Override
  public void answers(List<Question> questions, Document document) throws IOException {
    Set<String> outdated = outdated();
    document.begin(questions.stream().map(Question::name).toList());
    answers(outdated, questions.stream().map(prices::in).toList(), ALL, document::add);
    document.end();
  }

  @Override
  public List<Answer> faults() throws IOException {
    List<Answer> faults = new ArrayList<>();
    Map<String, String> stale = stale();
    answers(stale.keySet(), Queries.checks(stale), FAULTS_SHOWN, faults::add);
    faults.removeIf(answer -> answer.count() == 0);
    return faults;
  }

  private interface Taker {
    void take(Answer answer) throws IOException;
  }

  /** Passes on answers in the order of the questions, as if these tables had no rows. */
  private void answers(Set<String> empty, List<Question> questions, int most, Taker taker)
      throws IOException {
    // Of a small warehouse planning is most of the work, and planning is done by this process.
    int own = Math.min(engine.parallelism(), Runtime.getRuntime().availableProcessors());
    ExecutorService pool = Executors.newFixedThreadPool(isSmall() ? own : FEW);
    try {
      views.empty(empty);
      views.prepare(questions.stream().map(Question::sql).collect(Collectors.joining("\n")));
      List<Future<Answer>> answers =
          questions.stream()
              .map(question -> pool.submit(() -> answer(engine, question, most)))
              .toList();
      for (Future<Answer> answer : answers) {
        taker.take(answer.get());
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } finally {
      Parallel.end(pool);
      views.fill();
    }
  }

  /** The answer of a report or a check, in memory. */
  static Answer answer(Engine engine, Question question, int most) throws IOException {
    String sql = question.sql();
    Header header = Header.read(SqlFiles.heading(sql), SqlFiles.header(sql));
    String rows = most == ALL ? sql : "SELECT * FROM (\n" + sql + "\n) LIMIT " + most;
    try (Result result = engine.result(Query.of(rows))) {
      return new Answer(question.name(), header.prose(), columns(header, result), result.rest());
    } catch (IOException | RuntimeException e) {
      throw new IOException(question.name() + ": " + message(e), e);
    }
  }

  private static String message(Exception fault) {
    Throwable cause = fault instanceof UncheckedIOException ? fault.getCause() : null;
    return String.valueOf((cause == null ? fault : cause).getMessage());
  }

  static List<Answer.Column> columns(Header header, Result result) {
    return result.columns().stream()
        .map(column -> header.column(column.name(), figure(column.kind())))
        .toList();
  }

  private static ColumnUnit figure(Result.Kind kind) {
    return switch (kind) {
      case WHOLE_NUMBER -> ColumnUnit.COUNT;
      case NUMBER -> ColumnUnit.NUMBER;
      case OTHER -> ColumnUnit.TEXT;
    };
  }

  @Override
  public Result stream(String sql, Map<String, String> parameters) throws IOException {
    views.prepare(sql);
    Result result = engine.result(new Query("", "query", sql, Map.copyOf(parameters)));
    streams.add(result);
    return result;
  }

  @Override
  public void endStreams() {
    streams.forEach(Result::close);
    streams.clear();
  }

  @Override
  public Prices prices() {
    return prices;
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
  public boolean hasRows(String table) throws IOException {
    return warehouse.hasRows(table);
  }

  @Override
  public Map<String, String> staleIn(String sql) throws IOException {
    return views.staleIn(sql);
  }

  @Override
  public Map<String, String> stale() throws IOException {
    return views.stale();
  }

  @Override
  public void close() {
    endStreams();
    engine.close();
  }
}
