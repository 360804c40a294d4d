package dev.varve.jobs.engine.local;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.AllowedSql;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.Result;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.host.PipedRows;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.file.LocalCopies;
import dev.varve.jobs.warehouse.parquet.PageChecksums;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.row.Reader;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.NewFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one machine, in this process. DuckDB selects, joins and sorts, and spills data that
 * exceeds its memory limit to disk. Folds and tasks run on threads. Files of other file systems are
 * copied to local disk first.
 */
public final class LocalEngine implements Engine {
  final DuckSessions sessions;
  private final LocalCopies copies;
  private final Store store;
  private final int threads;
  private final AtomicLong nextNumber = new AtomicLong();
  private final Map<String, List<String>> materializedTables = new ConcurrentHashMap<>();
  private final Set<java.nio.file.Path> openedFiles = ConcurrentHashMap.newKeySet();
  private final boolean verifyPages;
  private boolean settingsLocked;

  /**
   * An engine without views.
   *
   * @param settings limits of its use of the machine
   * @param store reads and writes all files
   * @throws SQLException when DuckDB's library does not load
   */
  public LocalEngine(LocalSettings settings, Store store) throws SQLException {
    DuckSession session = DuckSession.open(settings.memoryBytes(), settings.spillFolder());
    this.sessions = new DuckSessions(session);
    this.store = store;
    this.copies = new LocalCopies(store, settings.spillFolder());
    this.threads = Runtime.getRuntime().availableProcessors();
    this.verifyPages = settings.verifyPages();
    Functions.register(session);
  }

  /**
   * Loads DuckDB's library on another thread while the program starts, because loading takes a
   * large part of the start. If loading fails, the constructor reports it.
   */
  public static void loadAhead() {
    Thread loading = new Thread(DuckSession::openAhead, "duckdb");
    loading.setDaemon(true);
    loading.start();
  }

  @Override
  public boolean isEmbedded() {
    return true;
  }

  @Override
  public int parallelism() {
    return threads;
  }

  @Override
  public void files(String view, Columns columns, Collection<String> files) throws IOException {
    List<java.nio.file.Path> local = copies.localPaths(List.copyOf(files));
    if (verifyPages) {
      PageChecksums.verifyOnce(local, openedFiles);
    }
    openedFiles.addAll(local);
    List<String> patterns = local.stream().map(file -> DuckText.pattern(file.toString())).toList();
    String rows = files.isEmpty() ? DuckText.emptyRows(columns) : DuckText.rows(columns, patterns);
    execute(view, "CREATE OR REPLACE VIEW %s AS %s".formatted(DuckText.name(view), rows));
  }

  @Override
  public <T extends Record> void records(String view, Class<T> type, List<T> records)
      throws IOException {
    FoldTables.Target target = create(view, Binder.of(type));
    sessions.use(
        view, session -> FoldTables.use(session, List.of(target), table -> records.forEach(table)));
  }

  @Override
  public void view(String name, Query query) throws IOException {
    execute(name, "CREATE OR REPLACE VIEW %s AS %s".formatted(DuckText.name(name), sql(query)));
  }

  @Override
  public void materialize(String name, Query query) throws IOException {
    // The query may read a view of the same name, so its rows are stored before the view is
    // replaced.
    String table = tableOf(name);
    execute(query.name(), "CREATE TABLE %s AS %s".formatted(DuckText.name(table), sql(query)));
    showTable(name, table);
  }

  private FoldTables.Target create(String view, Binder<?> binder) throws IOException {
    String table = tableOf(view);
    execute(
        view,
        "CREATE TABLE %s (%s)"
            .formatted(DuckText.name(table), RowAppender.declarations(binder.columns())));
    showTable(view, table);
    return new FoldTables.Target(table, binder);
  }

  private String tableOf(String view) {
    return "kept_%s_%d".formatted(view, nextNumber.incrementAndGet());
  }

  private void showTable(String view, String table) throws IOException {
    materializedTables.computeIfAbsent(view, name -> new CopyOnWriteArrayList<>()).add(table);
    execute(
        view,
        "CREATE OR REPLACE VIEW %s AS SELECT * FROM %s"
            .formatted(DuckText.name(view), DuckText.name(table)));
  }

  @Override
  public void drop(String name) throws IOException {
    execute(name, "DROP VIEW IF EXISTS " + DuckText.name(name));
    List<String> tables = materializedTables.remove(name);
    for (String table : tables == null ? List.<String>of() : tables) {
      execute(name, "DROP TABLE " + DuckText.name(table));
    }
  }

  private void execute(String subject, String statement) throws IOException {
    sessions.use(subject, session -> session.execute(statement));
  }

  /**
   * The SQL of a query for DuckDB. Some views have a special text for DuckDB, and the columns of
   * reports are cast to the types that Spark gives them.
   */
  static String sql(Query query) {
    String text =
        switch (query.folder()) {
          case "views" -> SqlFiles.folder("duckdb").getOrDefault(query.name(), query.sql());
          case "reports" -> DuckText.withBigintSums(query.sql());
          default -> query.sql();
        };
    return Parameters.filled(text, query.parameters());
  }

  @Override
  public <T extends Record> void each(Query query, Class<T> type, Consumer<T> consumer)
      throws IOException {
    each(query, type, List.of(), consumer);
  }

  private <T extends Record> void each(
      Query query, Class<T> type, List<String> order, Consumer<T> consumer) throws IOException {
    rows(
        query,
        order,
        names -> {
          Reader<T> reader = Reader.of(names, type);
          return new RowResult.Receiver(
              reader.columns(), row -> consumer.accept(reader.record(row)));
        });
  }

  private void rows(
      Query query, List<String> order, Function<List<String>, RowResult.Receiver> consumer)
      throws IOException {
    sessions.use(
        query.name(),
        session -> RowResult.each(session, sql(query), order, consumer, sessions::requireActive));
  }

  @Override
  public Result result(Query query) throws IOException {
    return open(DuckText.withBigintSums(sql(query)));
  }

  private LocalResult open(String sql) throws IOException {
    try {
      DuckSession session = sessions.open();
      try {
        return new LocalResult(session, sql);
      } catch (SQLException e) {
        session.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new IOException(LocalResult.message(e), e);
    }
  }

  /**
   * Checks a user's statement before any part of it runs.
   *
   * @return whether the statement lists tables and views, as {@code SHOW TABLES} does; then all of
   *     them are needed, not only those that it names
   * @throws InvalidSettingsException when the text is not a statement, or may do more than read
   */
  public boolean requireReadOnly(String statement, AllowedSql allowed) throws IOException {
    boolean[] listsViews = new boolean[1];
    sessions.use(
        "sql", session -> listsViews[0] = ReadOnlySelect.check(session, statement, allowed));
    return listsViews[0];
  }

  /**
   * Begins to read a statement that {@link #requireReadOnly} accepted. From now on the database's
   * settings are locked, and only {@code files} and the files of existing views can be opened.
   *
   * @param files files of views that are created later
   * @throws InvalidSettingsException when it names a table or column that does not exist
   */
  public LocalResult statement(String statement, AllowedSql allowed, Collection<String> files)
      throws IOException {
    lock(allowed, files);
    try {
      return open(statement);
    } catch (IOException e) {
      throw new InvalidSettingsException(List.of(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Locks the database's settings at the first call; synchronized, so that no statement of a user
   * runs before the settings are locked.
   */
  private synchronized void lock(AllowedSql allowed, Collection<String> files) throws IOException {
    if (!settingsLocked) {
      Set<java.nio.file.Path> open = new HashSet<>(openedFiles);
      files.stream().filter(Locations::isLocal).map(Locations::local).forEach(open::add);
      sessions.use(
          "sql", session -> session.lock(allowed.files() ? Optional.empty() : Optional.of(open)));
      settingsLocked = true;
    }
  }

  /** Sets a time limit for each statement from now on, which DuckDB enforces. */
  public void limitSeconds(int seconds) throws IOException {
    execute("sql", "SET GLOBAL max_execution_time = %d".formatted(seconds * 1000L));
  }

  @Override
  public List<RowFile.Written> write(String table, Query query, List<String> order, NewFiles files)
      throws IOException {
    String path = files.ofTable(table, String.valueOf(nextNumber.incrementAndGet()));
    RowFile file = RowFile.ofTable(table, path, store);
    try (file) {
      PipedRows.<@Nullable Object[]>each(
          consumer ->
              rows(query, order, names -> new RowResult.Receiver(Tables.columns(table), consumer)),
          row -> add(file, row));
    }
    return List.of(file.written());
  }

  private static void add(RowFile file, @Nullable Object[] row) {
    try {
      file.add(row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public <I extends Record> void fold(Ordered<I> rows, List<Fold.Start<I>> folds, Output... outputs)
      throws IOException {
    List<FoldTables.Target> targets = new ArrayList<>();
    for (Output output : outputs) {
      targets.add(create(output.view(), Binder.of(output.type())));
    }
    Parallel.all(
        threads,
        folds,
        start -> {
          sessions.use(
              rows.query().name(),
              session ->
                  FoldTables.use(session, targets, tables -> fold(rows, start.start(), tables)));
          return true;
        });
  }

  /** Sends rows through one fold; another thread reads the rows ahead. */
  private <I extends Record> void fold(Ordered<I> rows, Fold<I> fold, FoldTables tables)
      throws IOException {
    PipedRows.<I>each(
        consumer -> each(rows.query(), rows.type(), rows.order(), consumer),
        row -> fold.add(row, tables));
    fold.finish(tables);
  }

  @Override
  public <T, R> List<R> tasks(List<T> items, Task<T, R> task, Progress progress)
      throws IOException {
    return Parallel.all(threads, items, item -> task.run(item, context(progress, () -> false)));
  }

  @Override
  public <T, R> void tasks(
      List<T> items, Task<T, R> task, Progress progress, Parallel.Results<R> results)
      throws IOException {
    AtomicBoolean failed = new AtomicBoolean();
    BooleanSupplier stopped = () -> failed.get() || results.isEnough();
    Parallel.each(
        threads,
        items,
        item -> {
          boolean ended = false;
          try {
            R result = task.run(item, context(progress, stopped));
            ended = true;
            return result;
          } finally {
            if (!ended) {
              failed.set(true);
            }
          }
        },
        results);
  }

  private Task.Context context(Progress progress, BooleanSupplier stopped) {
    long attempt = nextNumber.incrementAndGet();
    return new Task.Context() {
      @Override
      public Store store() {
        return store;
      }

      @Override
      public long attempt() {
        return attempt;
      }

      @Override
      public void done(long bytes) {
        progress.add(bytes);
      }

      @Override
      public boolean isStopped() {
        return stopped.getAsBoolean();
      }
    };
  }

  @Override
  public void cancel() {
    sessions.cancel();
  }

  @Override
  public void close() {
    try (copies) {
      sessions.close();
    }
  }
}
