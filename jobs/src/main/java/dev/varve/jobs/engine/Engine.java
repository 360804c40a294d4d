package dev.varve.jobs.engine;

import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.row.Columns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * An engine that computes over tables, by three operations. <i>Sets</i>: a query is shown as a
 * view, kept, read, or written as a sorted table. <i>Folds</i>: rows of a query go in an order
 * through a pure fold. <i>Tasks</i>: a list of items, each worked on by itself. Several threads may
 * use it at the same time.
 */
public interface Engine extends AutoCloseable {
  /** Whether it is embedded in this process, and never part of a cluster. */
  boolean isEmbedded();

  /** Number of tasks that run at the same time. */
  int parallelism();

  /** Shows Parquet files as a view; columns that they lack are null. */
  void files(String view, Columns columns, Collection<String> files) throws IOException;

  /** Shows records as a view. */
  <T extends Record> void records(String view, Class<T> type, List<T> records) throws IOException;

  /** Shows a query over views that are there as a view. */
  void view(String name, Query query) throws IOException;

  /** Computes a query once, and shows its rows as a view. */
  void keep(String name, Query query) throws IOException;

  /** Frees the memory, or the disk space, of a view that {@link #keep} computed. */
  void drop(String name) throws IOException;

  /** Hands the rows of a query to a taker on this thread, one by one, in the query's order. */
  <T extends Record> void each(Query query, Class<T> type, Consumer<T> taker) throws IOException;

  /** The rows of a query that has few. */
  default <T extends Record> List<T> all(Query query, Class<T> type) throws IOException {
    List<T> all = new ArrayList<>();
    each(query, type, all::add);
    return all;
  }

  /** The one row of a query. */
  default <T extends Record> T one(Query query, Class<T> type) throws IOException {
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
    return one(new Query("", query.name(), sql, query.parameters()), Count.class).rows();
  }

  /** Whether a view has no rows. */
  default boolean isEmpty(String view) throws IOException {
    return count(Query.of("SELECT 1 FROM %s LIMIT 1".formatted(view))) == 0;
  }

  /** Begins to read a query whose columns are those that it has. */
  Result result(Query query) throws IOException;

  /**
   * Writes the rows of a query as files of a table: sorted, and each file's rows before those of
   * the next.
   *
   * @param order columns that sort the rows, ascending, nulls first
   * @param folder that the files are made in; they are named by the adapter
   * @throws IllegalArgumentException when a column that is NOT NULL would be null
   */
  List<RowFile.Written> write(String table, Query query, List<String> order, String folder)
      throws IOException;

  /**
   * Sends ordered rows through folds, each of which sees all rows by itself. What they emit is
   * shown as views.
   *
   * @param folds several may run at the same time
   * @param outputs one for each class of records that a fold emits
   */
  <I extends Record> void fold(Ordered<I> rows, List<Fold.Start<I>> folds, Output... outputs)
      throws IOException;

  /** Sends ordered rows through one fold. */
  default <I extends Record> void fold(Ordered<I> rows, Fold.Start<I> fold, Output... outputs)
      throws IOException {
    fold(rows, List.of(fold), outputs);
  }

  /**
   * Works on items, each by itself, several at a time.
   *
   * @param items serializable, as what comes of them
   * @param progress receives the bytes that are done, on any thread
   * @return what came of them, in their order
   */
  <T, R> List<R> tasks(List<T> items, Task<T, R> task, Progress progress) throws IOException;

  /** Works on items, each by itself, without reporting progress. */
  default <T, R> List<R> tasks(List<T> items, Task<T, R> task) throws IOException {
    return tasks(items, task, bytes -> {});
  }

  /** Receives the bytes that are done. */
  interface Progress {
    /** Adds bytes to those that are done. */
    void add(long bytes);
  }

  /** Ends what still runs, as another step has failed, and begins nothing more. */
  void cancel();

  /** Says what is worked on from here on, where the engine records it. */
  default void describe(String phase) {}

  @Override
  void close();
}
