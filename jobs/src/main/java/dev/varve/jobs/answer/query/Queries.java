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
 * Read-only questions to a warehouse, in its state when this was opened. Every engine answers with
 * the same rows.
 */
public final class Queries implements AutoCloseable {
  /** No limit of rows. */
  public static final int ALL = Integer.MAX_VALUE;

  /** Rows that {@link #faults} shows of a check. */
  private static final int FAULTS_SHOWN = 20;

  /**
   * Questions in parallel over large tables: the end of one overlaps the next, and each has memory.
   */
  private static final int FEW = 2;

  private final Engine engine;
  private final Runnable last;
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
    /** Reports as they stand. */
    public static List<Question> of(List<String> names) {
      return names.stream()
          .map(name -> new Question(name, SqlFiles.text("reports", name)))
          .toList();
    }
  }

  /** Tables that a verb computes at answering, in place of those that the warehouse contains. */
  public interface Computed {
    /** Shows the tables as views of an engine. */
    void show(Engine engine) throws IOException;
  }

  /**
   * Opens a warehouse in its current state; queries only read it.
   *
   * @param engine without views; closing closes it
   * @param smallBytes size of a warehouse below which questions are answered in parallel: each
   *     keeps one processor busy, mostly with its plan
   * @param prices that reports count money by
   */
  public Queries(Engine engine, WarehouseFiles warehouse, long smallBytes, Prices prices)
      throws IOException {
    this(engine, () -> {}, warehouse, smallBytes, prices);
  }

  /**
   * Opens a warehouse.
   *
   * @param last closed behind the engine
   */
  private Queries(
      Engine engine, Runnable last, WarehouseFiles warehouse, long smallBytes, Prices prices)
      throws IOException {
    this.engine = engine;
    this.last = last;
    this.warehouse = warehouse.now();
    this.smallBytes = smallBytes;
    this.prices = prices;
    this.views = WarehouseViews.now(engine, this.warehouse);
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
    WarehouseFiles files = files(location, engines.store());
    Engine engine = engines.open(new EngineChoice.Work(location, files.now().bytes(), null, verb));
    return new Queries(engine, engines::close, files, query.smallBytes(), query.prices());
  }

  /**
   * The files at a location; says which of its files are not read. What a dead run has decided is
   * carried out first.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  static WarehouseFiles files(String location, Store store) throws IOException {
    WarehouseFiles files = NoInputException.unlessThere(reached(location, store), location);
    if (files.isUnfinished()) {
      finish(files);
    }
    files
        .now()
        .warning()
        .ifPresent(line -> System.err.println("varve: " + PrintedText.visible(line)));
    return files;
  }

  private static WarehouseFiles reached(String location, Store store) throws IOException {
    try {
      return new WarehouseFiles(location, store);
    } catch (SocketException | SocketTimeoutException | IllegalArgumentException e) {
      // People are shown the message of the last cause, which does not say of what.
      IOException fault = new IOException(location + " cannot be reached: " + e.getMessage());
      fault.addSuppressed(e);
      throw fault;
    }
  }

  /** Carries out what a dead run has decided, for all who read the folders. */
  private static void finish(WarehouseFiles files) {
    try {
      WarehouseWriter.finish(files);
    } catch (IOException e) {
      // A run that is alive finishes it, or this process may only read: the files are read where
      // they are staged.
    }
  }

  /** Whether the embedded engine answers. */
  public boolean isEmbedded() {
    return engine.isEmbedded();
  }

  /**
   * From here on everything is answered as the warehouse stood at an earlier moment; called before
   * anything else but {@link #stream}.
   */
  public void asOf(Moment moment) throws IOException {
    endStreams();
    views = WarehouseViews.asOf(moment, engine, warehouse);
  }

  /**
   * From here on these tables are computed, from the others as they stand at the time that is
   * answered for; called before any answer, and by the local engine alone.
   *
   * @param tables those that are shown
   * @param read the names of tables and views that they are computed from
   * @throws InvalidSettingsException when another engine answers
   */
  public void compute(Set<String> tables, String read, Computed computed) throws IOException {
    if (!engine.isEmbedded()) {
      throw new InvalidSettingsException(
          List.of("--from, --to: computed by the local engine alone; leave --engine away"));
    }
    views.prepare(read);
    computed.show(engine);
    views.computed(tables);
  }

  /**
   * Writes the answers of reports to a document, in the order given, each as soon as it is ready. A
   * table of derive that is {@link #stale} counts as one without rows: its figures do not fit those
   * of newer tables.
   *
   * @throws IOException when the document could not be written
   */
  public void answers(List<Question> questions, Document document) throws IOException {
    Set<String> outdated = outdated();
    document.begin(questions.stream().map(Question::name).toList());
    List<Question> priced =
        questions.stream()
            .map(question -> new Question(question.name(), prices.in(question.sql())))
            .toList();
    answers(outdated, priced, ALL, document::add);
    document.end();
  }

  /** Answers reports as they stand. */
  public void reports(List<String> names, Document document) throws IOException {
    answers(Question.of(names), document);
  }

  /**
   * The checks that fail, each with the first of the rows that break it; empty when all pass.
   * Checks over {@link #stale} tables are skipped.
   */
  public List<Answer> faults() throws IOException {
    List<Answer> faults = new ArrayList<>();
    Map<String, String> stale = stale();
    answers(stale.keySet(), checks(stale), FAULTS_SHOWN, faults::add);
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

  /**
   * The rows of a query that the program brings along, in SQL of both engines. They are streamed
   * and not kept in memory, and several such results can be read in parallel.
   *
   * @param parameters texts, by what the query names {@code :NAME}
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

  /** The prices that reports count money by. */
  public Prices prices() {
    return prices;
  }

  /**
   * Whether a publication is decided and not carried out: these answers have its rows, but other
   * programs that read the folders see it in part.
   */
  public boolean isUnfinished() throws IOException {
    return warehouse.isUnfinished();
  }

  /** Whether there are so few rows that every question is answered in seconds. */
  public boolean isSmall() throws IOException {
    return warehouse.bytes() < smallBytes;
  }

  /** Whether any rows of a table have been published. */
  public boolean hasRows(String table) throws IOException {
    return warehouse.hasRows(table);
  }

  /**
   * Tables that are older than those they are made from, each with the verb that makes it again.
   */
  public Map<String, String> stale() throws IOException {
    return views.stale();
  }

  /** The {@link #stale} tables that a query needs. */
  public Map<String, String> staleIn(String sql) throws IOException {
    return views.staleIn(sql);
  }

  /** The stale tables that derive makes. */
  public Set<String> outdated() throws IOException {
    return Staleness.outdated(stale());
  }

  /**
   * The checks that can pass while these tables are stale and count as ones without rows. Excluded
   * are those that compare one with a table that is made together with it, and is not stale.
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
    last.run();
  }
}
