package dev.varve.jobs.engine;

import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.table.NewFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * An engine that computes over tables, by three operations. <i>Sets</i>: the rows of a query are
 * shown as a view, kept, read, or written as a sorted table. <i>Folds</i>: the rows of a query pass
 * through a pure fold in a given order. <i>Tasks</i>: each item of a list is processed
 * independently. Several threads may use one engine at the same time.
 */
public interface Engine extends AutoCloseable {
  /** Whether the engine runs inside this process alone, and never on a cluster. */
  boolean isEmbedded();

  /** Number of tasks that the engine runs in parallel. */
  int parallelism();

  /** Shows Parquet files as a view; a column that a file lacks is null in its rows. */
  void files(String view, Columns columns, Collection<String> files) throws IOException;

  /** Shows records as a view, one row for each record. */
  <T extends Record> void records(String view, Class<T> type, List<T> records) throws IOException;

  /** Shows a query over existing views as a view; its rows are computed at each reading. */
  void view(String name, Query query) throws IOException;

  /** Computes a query once, stores its rows, and shows them as a view. */
  void materialize(String name, Query query) throws IOException;

  /** Frees the memory, or the disk space, of a view that {@link #materialize} computed. */
  void drop(String name) throws IOException;

  /**
   * Passes the rows of a query to a consumer on the calling thread, one by one, in the query's
   * order.
   *
   * @param consumer receives each row as a record
   */
  <T extends Record> void each(Query query, Class<T> type, Consumer<T> consumer) throws IOException;

  /** The rows of a query in memory, for queries with few rows. */
  default <T extends Record> List<T> all(Query query, Class<T> type) throws IOException {
    List<T> all = new ArrayList<>();
    each(query, type, all::add);
    return all;
  }

  /** The row of a query that has exactly one. */
  default <T extends Record> T onlyRow(Query query, Class<T> type) throws IOException {
    List<T> all = all(query, type);
    if (all.size() != 1) {
      throw new IllegalStateException(query.name() + " has " + all.size() + " rows, not one");
    }
    return all.get(0);
  }

  record Count(long rows) {}

  /** The number of rows of a query. */
  default long count(Query query) throws IOException {
    String sql = "SELECT count(*) AS rows FROM (\n%s\n) AS counted".formatted(query.sql());
    return onlyRow(new Query("", query.name(), sql, query.parameters()), Count.class).rows();
  }

  /** Whether a view has no rows. */
  default boolean isEmpty(String view) throws IOException {
    return count(Query.of("SELECT 1 FROM %s LIMIT 1".formatted(view))) == 0;
  }

  /** Begins to read a query whose columns no record class declares. */
  Result result(Query query) throws IOException;

  /**
   * Writes the rows of a query as files of a table. The rows are sorted within each file and across
   * the files in the order of the returned list.
   *
   * @param order columns that sort the rows, ascending, nulls first
   * @param files locations of the new files
   * @throws IllegalArgumentException when a column that is NOT NULL would be null
   */
  List<RowFile.Written> write(String table, Query query, List<String> order, NewFiles files)
      throws IOException;

  /**
   * Sends ordered rows through several folds, each of which receives all rows. The records that the
   * folds emit are shown as views.
   *
   * @param folds starts of the folds; several folds may run in parallel
   * @param outputs one view for each class of records that the folds emit
   */
  <I extends Record> void fold(Ordered<I> rows, List<Fold.Start<I>> folds, Output... outputs)
      throws IOException;

  /** Sends ordered rows through one fold. */
  default <I extends Record> void fold(Ordered<I> rows, Fold.Start<I> fold, Output... outputs)
      throws IOException {
    fold(rows, List.of(fold), outputs);
  }

  /**
   * Runs a task on each item independently, several items in parallel.
   *
   * @param items to process; items and results are serializable
   * @param progress receives the number of bytes that tasks report as processed, on any thread
   * @return the result of each item, in the order of the items
   */
  <T, R> List<R> tasks(List<T> items, Task<T, R> task, Progress progress) throws IOException;

  /**
   * Runs a task on each item independently, until there are enough results or a task fails. Results
   * of tasks that ended before a fault are received before it is thrown.
   *
   * @param results receives the result of each task that ends, in any order
   */
  <T, R> void tasks(List<T> items, Task<T, R> task, Progress progress, Parallel.Results<R> results)
      throws IOException;

  /** Runs a task on each item independently, without reporting progress. */
  default <T, R> List<R> tasks(List<T> items, Task<T, R> task) throws IOException {
    return tasks(items, task, bytes -> {});
  }

  /** Receives the number of bytes that tasks have processed. */
  interface Progress {
    /** Adds to the number of processed bytes. */
    void add(long bytes);
  }

  /**
   * Ends all running statements and tasks, and refuses new ones; called when another step of the
   * run has failed.
   */
  void cancel();

  /** Names the phase of the run that begins now, for engines that keep an event log. */
  default void describe(String phase) {}

  @Override
  void close();
}
