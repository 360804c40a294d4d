package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Header;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.answer.views.NamedViews;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.Result;
import dev.varve.jobs.engine.run.EngineChoice;
import dev.varve.jobs.engine.run.Engines;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Read-only queries to a warehouse, in the state of the warehouse when this object was opened.
 * Verbs report, check, explain and demo get their answers here. Every engine answers with the same
 * rows.
 */
public final class Queries implements AutoCloseable {
  /** Row limit for all rows. */
  public static final int ALL = Integer.MAX_VALUE;

  /** Number of rows of a failing check that {@link #faults} returns. */
  private static final int FAULTS_SHOWN = 20;

  /**
   * Questions answered in parallel over large tables. One question keeps all processors busy except
   * near its end, and more than two would share the memory too thinly.
   */
  private static final int PARALLEL_LARGE = 2;

  private final Engine engine;
  private final Runnable afterClose;
  private final WarehouseFiles warehouse;
  private final long smallBytes;
  private final Prices prices;
  private final List<Result> streams = new ArrayList<>();
  private WarehouseViews views;

  /**
   * A report or a check with its query.
   *
   * @param name of the report or the check
   * @param sql its query
   */
  public record Question(String name, String sql) {
    /** The reports, with their SQL unchanged. */
    public static List<Question> of(List<String> names) {
      return names.stream()
          .map(name -> new Question(name, SqlFiles.text("reports", name)))
          .toList();
    }
  }

  /** Tables that a verb computes for its answer, in place of the tables in the warehouse. */
  public interface ComputedTables {
    /** Shows the tables as views of an engine. */
    void show(Engine engine) throws IOException;
  }

  /**
   * Opens a warehouse in its current state; queries only read it.
   *
   * @param engine an engine without views; {@link #close} closes it
   * @param smallBytes size of a warehouse in bytes, below which a question mostly takes planning on
   *     one processor. So as many are answered in parallel as there are processors
   * @param prices prices by which reports compute costs
   */
  public Queries(Engine engine, WarehouseFiles warehouse, long smallBytes, Prices prices)
      throws IOException {
    this(engine, () -> {}, warehouse, smallBytes, prices);
  }

  /**
   * Opens a warehouse.
   *
   * @param afterClose run after the engine is closed
   */
  private Queries(
      Engine engine, Runnable afterClose, WarehouseFiles warehouse, long smallBytes, Prices prices)
      throws IOException {
    this.engine = engine;
    this.afterClose = afterClose;
    this.warehouse = warehouse.now();
    this.smallBytes = smallBytes;
    this.prices = prices;
    this.views = WarehouseViews.now(engine, this.warehouse);
  }

  /**
   * Opens the warehouse at a location with the engine that the settings choose.
   *
   * @param verb name of the program in the engine
   * @throws NoInputException when nothing has ever been ingested into it
   * @throws InvalidSettingsException when the requested engine cannot read it
   */
  public static Queries open(String verb, Settings settings, QuerySettings query, String location)
      throws IOException {
    Engines engines = new Engines(verb, settings, query.choice());
    WarehouseFiles files = files(location, engines.store());
    Engine engine = engines.open(new EngineChoice.Work(location, files.now().bytes(), null, verb));
    return new Queries(engine, engines::close, files, query.smallBytes(), query.prices());
  }

  /**
   * The files of the warehouse at a location. A publication that an aborted run left unfinished is
   * finished first. Files that are not read are named on standard error.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  static WarehouseFiles files(String location, Store store) throws IOException {
    WarehouseFiles files = NoInputException.unlessThere(filesAt(location, store), location);
    if (files.isUnfinished()) {
      finish(files);
    }
    files
        .now()
        .warning()
        .ifPresent(line -> System.err.println("varve: " + PrintedText.visible(line)));
    return files;
  }

  private static WarehouseFiles filesAt(String location, Store store) throws IOException {
    try {
      return new WarehouseFiles(location, store);
    } catch (SocketException | SocketTimeoutException | IllegalArgumentException e) {
      // No message of these exceptions names the location for certain, and users may see that of
      // the innermost cause. So the new exception has no cause, and keeps the old one as
      // suppressed.
      IOException fault = new IOException(location + " cannot be reached: " + e.getMessage());
      fault.addSuppressed(e);
      throw fault;
    }
  }

  /**
   * Finishes the publication that an aborted run left unfinished, for all programs that read the
   * folders.
   */
  private static void finish(WarehouseFiles files) {
    try {
      WarehouseWriter.finish(files);
    } catch (IOException e) {
      // Another run is alive and finishes it, or this process has no write access. Either way the
      // files are read from the folder where they are staged.
    }
  }

  /** Whether the embedded engine answers. */
  public boolean isEmbedded() {
    return engine.isEmbedded();
  }

  /**
   * Switches to the state of the warehouse at an earlier moment. Only {@link #stream} may be called
   * before this.
   */
  public void asOf(Moment moment) throws IOException {
    endStreams();
    views = WarehouseViews.asOf(moment, engine, warehouse);
  }

  /**
   * Replaces tables of the warehouse by computed ones for all later answers. They are computed from
   * the other tables, as of the moment of {@link #asOf}. Called before any answer; the local engine
   * only.
   *
   * @param tables names of the computed tables
   * @param inputs names of the tables and views from which they are computed
   * @throws InvalidSettingsException when another engine answers
   */
  public void compute(Set<String> tables, String inputs, ComputedTables computed)
      throws IOException {
    if (!engine.isEmbedded()) {
      throw new InvalidSettingsException(
          List.of("--from, --to: computed by the local engine alone; leave --engine away"));
    }
    views.prepare(inputs);
    computed.show(engine);
    views.addComputed(tables);
  }

  /**
   * Writes the answers of reports to a document, in the order given, each as soon as it is ready. A
   * {@link #stale} table of derive is read as if it had no rows, because its figures contradict
   * newer tables.
   *
   * @throws IOException when the document could not be written
   */
  public void answers(List<Question> questions, Document document) throws IOException {
    Set<String> outdated = outdated();
    document.begin(questions.stream().map(Question::name).toList());
    List<Question> priced =
        questions.stream()
            .map(question -> new Question(question.name(), prices.addTo(question.sql())))
            .toList();
    answers(outdated, priced, ALL, document::add);
    document.end();
  }

  /** Writes the answers of reports to a document, with their SQL unchanged. */
  public void reports(List<String> names, Document document) throws IOException {
    answers(Question.of(names), document);
  }

  /**
   * The failing checks, each with the first rows that violate it; empty if all checks pass. Checks
   * over {@link #stale} tables are skipped.
   */
  public List<Answer> faults() throws IOException {
    List<Answer> faults = new ArrayList<>();
    Map<String, String> stale = stale();
    answers(stale.keySet(), checks(stale), FAULTS_SHOWN, faults::add);
    faults.removeIf(answer -> answer.count() == 0);
    return faults;
  }

  private interface AnswerConsumer {
    void accept(Answer answer) throws IOException;
  }

  /**
   * Passes on answers in the order of the questions.
   *
   * @param withoutRows tables that are read as if they had no rows
   * @param maxRows row limit of an answer
   */
  private void answers(
      Set<String> withoutRows, List<Question> questions, int maxRows, AnswerConsumer consumer)
      throws IOException {
    // For a small warehouse most of the work is planning, which takes one processor of this
    // process.
    int processors = Math.min(engine.parallelism(), Runtime.getRuntime().availableProcessors());
    ExecutorService pool =
        Executors.newFixedThreadPool(
            isSmall() ? processors : PARALLEL_LARGE, work -> Parallel.thread(work, "answer"));
    try {
      views.hideRows(withoutRows);
      views.prepare(questions.stream().map(Question::sql).collect(Collectors.joining("\n")));
      List<Future<Answer>> answers =
          questions.stream()
              .map(question -> pool.submit(() -> answer(engine, question, maxRows)))
              .toList();
      for (Future<Answer> answer : answers) {
        consumer.accept(answer.get());
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } finally {
      Parallel.end(pool);
      views.showRows();
    }
  }

  /** The answer of a report or a check, in memory. */
  static Answer answer(Engine engine, Question question, int maxRows) throws IOException {
    String sql = question.sql();
    Header header = Header.read(SqlFiles.heading(sql), SqlFiles.header(sql));
    String rows = maxRows == ALL ? sql : "SELECT * FROM (\n" + sql + "\n) LIMIT " + maxRows;
    try (Result result = engine.result(Query.of(rows))) {
      return new Answer(
          question.name(), header.prose(), columns(header, result), result.remainingRows());
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
        .map(column -> header.column(column.name(), unitByType(column.kind())))
        .toList();
  }

  private static ColumnUnit unitByType(Result.Kind kind) {
    return switch (kind) {
      case WHOLE_NUMBER -> ColumnUnit.COUNT;
      case NUMBER -> ColumnUnit.NUMBER;
      case OTHER -> ColumnUnit.TEXT;
    };
  }

  /**
   * Rows of a query of the program itself, in SQL that both engines understand. The rows are
   * streamed, not kept in memory, and several results can be read at the same time.
   *
   * @param parameters values by name; the query refers to them as {@code :NAME}
   */
  public Result stream(String sql, Map<String, String> parameters) throws IOException {
    views.prepare(sql);
    Result result = engine.result(new Query("", "query", sql, Map.copyOf(parameters)));
    streams.add(result);
    return result;
  }

  /** Ends the streams that were not read to their end, and releases their resources. */
  public void endStreams() {
    streams.forEach(Result::close);
    streams.clear();
  }

  /** The prices by which reports compute costs. */
  public Prices prices() {
    return prices;
  }

  /**
   * Whether a publication is decided but not finished. These answers have its rows, while other
   * programs that read the folders see only some of its files.
   */
  public boolean isUnfinished() throws IOException {
    return warehouse.isUnfinished();
  }

  /** Whether the warehouse is so small that every question is answered in seconds. */
  public boolean isSmall() throws IOException {
    return warehouse.bytes() < smallBytes;
  }

  /** Whether any rows of a table have been published. */
  public boolean hasRows(String table) throws IOException {
    return warehouse.hasRows(table);
  }

  /**
   * Tables that are older than a table they are computed from, with the verb that makes them again.
   */
  public Map<String, String> stale() throws IOException {
    return views.stale();
  }

  /** The {@link #stale} tables that a query reads, with the verb that makes them again. */
  public Map<String, String> staleIn(String sql) throws IOException {
    return views.staleIn(sql);
  }

  /** The {@link #stale} tables that derive makes. */
  public Set<String> outdated() throws IOException {
    return Staleness.madeByDerive(stale());
  }

  /**
   * The checks that are meaningful while some tables are stale and read as if they had no rows. A
   * check is left out if it compares a stale table with a fresh table of the same verb.
   */
  public static List<Question> checks(Map<String, String> stale) {
    return SqlFiles.folder("checks").entrySet().stream()
        .map(check -> new Question(check.getKey(), check.getValue()))
        .filter(
            check -> {
              Set<String> named = NamedViews.ALL.namedIn(check.sql());
              Set<String> fresh = new TreeSet<>(named);
              fresh.removeAll(stale.keySet());
              return stale.entrySet().stream()
                  .filter(old -> named.contains(old.getKey()))
                  .noneMatch(
                      old -> Tables.madeBy(old.getValue()).stream().anyMatch(fresh::contains));
            })
        .toList();
  }

  @Override
  public void close() {
    endStreams();
    engine.close();
    afterClose.run();
  }
}
