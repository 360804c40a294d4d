package dev.varve.jobs.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query whose columns nobody declared, computed as they are read. A value is null, a
 * Boolean, a Number, a byte[], or an object that prints itself; maps, arrays and structs are texts
 * of JSON. Reading throws {@link java.io.UncheckedIOException}.
 */
public interface Result extends Iterator<List<@Nullable Object>>, AutoCloseable {
  /** The kind of a column's values, by which they are printed. */
  enum Kind {
    WHOLE_NUMBER,
    NUMBER,
    OTHER
  }

  record Column(String name, Kind kind) {}

  /** The columns, in their order. */
  List<Column> columns();

  /** All rows that were not read yet, in memory. */
  default List<List<@Nullable Object>> remainingRows() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    forEachRemaining(rows::add);
    return rows;
  }

  /** Ends the query, even if rows were not read yet. */
  @Override
  void close();
}
