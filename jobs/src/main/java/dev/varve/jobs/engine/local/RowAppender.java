package dev.varve.jobs.engine.local;

import dev.varve.jobs.warehouse.row.ColumnType;
import dev.varve.jobs.warehouse.row.Columns;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Appends rows to a DuckDB table. Times are given in microseconds since 1970. */
final class RowAppender implements AutoCloseable {
  private final DuckDBAppender appender;
  private final List<Columns.Column> columns;

  RowAppender(DuckSession session, String table, Columns columns) throws SQLException {
    this.appender = session.connection().createAppender(table);
    this.columns = columns.all();
  }

  /** The column declarations of a {@code CREATE TABLE} statement. */
  static String declarations(Columns columns) {
    return columns.all().stream()
        .map(column -> DuckText.name(column.name()) + " " + DuckText.type(column.type().sql()))
        .collect(Collectors.joining(", "));
  }

  void add(@Nullable Object[] row) throws SQLException {
    appender.beginRow();
    for (int at = 0; at < row.length; at++) {
      append(row[at], columns.get(at).type());
    }
    appender.endRow();
  }

  private void append(@Nullable Object value, ColumnType type) throws SQLException {
    if (value == null) {
      appender.appendNull();
    } else if (type == ColumnType.Scalar.TIMESTAMP) {
      appender.appendEpochMicros((Long) value);
    } else if (value instanceof Long number) {
      appender.append(number.longValue());
    } else if (value instanceof Integer number) {
      appender.append(number.intValue());
    } else if (value instanceof Double number) {
      appender.append(number.doubleValue());
    } else if (value instanceof Boolean flag) {
      appender.append(flag.booleanValue());
    } else if (value instanceof byte[] bytes) {
      appender.append(bytes);
    } else if (value instanceof int[] numbers) {
      appender.append(numbers);
    } else if (value instanceof long[] numbers) {
      appender.append(numbers);
    } else if (value instanceof boolean[] flags) {
      appender.append(flags);
    } else if (value instanceof String text) {
      appender.append(text);
    } else {
      throw new SQLException("no column of DuckDB takes a " + value.getClass());
    }
  }

  @Override
  public void close() throws SQLException {
    appender.close();
  }
}
