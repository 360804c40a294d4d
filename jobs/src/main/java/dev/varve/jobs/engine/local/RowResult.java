package dev.varve.jobs.engine.local;

import dev.varve.jobs.warehouse.row.ColumnType;
import dev.varve.jobs.warehouse.row.ColumnType.ListOf;
import dev.varve.jobs.warehouse.row.ColumnType.MapOf;
import dev.varve.jobs.warehouse.row.ColumnType.Scalar;
import dev.varve.jobs.warehouse.row.Columns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query in columns of given types. DuckDB casts the values, so that each value is
 * read by one call. Texts are read as bytes, which takes half the time of reading strings; times
 * are read as microseconds since 1970.
 */
final class RowResult {
  private RowResult() {}

  /** Throws an exception when the reading of rows has to end early. */
  interface Check {
    void run() throws IOException;
  }

  /**
   * The receiver of the rows.
   *
   * @param columns the columns to read
   * @param rows receives the values of each row, in the order of the columns
   */
  record Receiver(Columns columns, Consumer<@Nullable Object[]> rows) {}

  /**
   * Passes the rows of a query to a receiver.
   *
   * @param order columns of the query that sort the rows, nulls first; none: the query's own order
   * @param receivers creates the receiver from the names of the query's columns
   */
  static void each(
      DuckSession session,
      String sql,
      List<String> order,
      Function<List<String>, Receiver> receivers,
      Check check)
      throws SQLException, IOException {
    PreparedStatement planned = session.prepare(sql);
    ResultSetMetaData data = planned.getMetaData();
    String[] names = new String[data.getColumnCount()];
    Arrays.setAll(names, at -> label(data, at + 1));
    Receiver receiver = receivers.apply(List.of(names));
    Columns columns = receiver.columns();
    String select =
        columns.all().stream()
            .map(column -> expression(column, data, List.of(names).indexOf(column.name()) + 1))
            .collect(Collectors.joining(", "));
    String orderBy =
        order.stream()
            .map(name -> "q." + DuckText.name(name) + " NULLS FIRST")
            .collect(Collectors.joining(", "));
    try (ResultSet rows =
        session.query(
            "SELECT %s FROM (\n%s\n) AS q%s"
                .formatted(
                    select.isEmpty() ? "1" : select,
                    sql,
                    orderBy.isEmpty() ? "" : " ORDER BY " + orderBy))) {
      ValueReader[] values =
          columns.all().stream()
              .map(column -> valueReader(column.type()))
              .toArray(ValueReader[]::new);
      while (rows.next()) {
        check.run();
        @Nullable Object[] row = new Object[values.length];
        for (int at = 0; at < row.length; at++) {
          row[at] = values[at].read(rows, at + 1);
        }
        receiver.rows().accept(row);
      }
    }
  }

  private static String label(ResultSetMetaData data, int at) {
    try {
      return data.getColumnLabel(at);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String expression(Columns.Column column, ResultSetMetaData data, int at) {
    String name = "q." + DuckText.name(column.name());
    if (column.type() == Scalar.STRING) {
      return "encode(CAST(%s AS VARCHAR))".formatted(name);
    }
    if (column.type() == Scalar.TIMESTAMP) {
      return isCount(data, at)
          ? name
          : "epoch_us(CAST(%s AS TIMESTAMP WITH TIME ZONE))".formatted(name);
    }
    return "CAST(%s AS %s)".formatted(name, DuckText.type(column.type().sql()));
  }

  private static boolean isCount(ResultSetMetaData data, int at) {
    try {
      return data.getColumnType(at) == Types.BIGINT;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads one value from a column of a given type. */
  private interface ValueReader {
    @Nullable Object read(ResultSet rows, int at) throws SQLException;
  }

  private static ValueReader valueReader(ColumnType type) {
    if (type instanceof ListOf list) {
      return (rows, at) -> list(rows, at, list.element());
    }
    if (type instanceof MapOf) {
      return (rows, at) -> map(rows, at);
    }
    return switch ((Scalar) type) {
      case BOOLEAN -> (rows, at) -> unlessNull(rows, rows.getBoolean(at));
      case INT -> (rows, at) -> unlessNull(rows, rows.getInt(at));
      case BIGINT, TIMESTAMP -> (rows, at) -> unlessNull(rows, rows.getLong(at));
      case DOUBLE -> (rows, at) -> unlessNull(rows, rows.getDouble(at));
      case STRING -> RowResult::text;
      case BINARY -> (rows, at) -> rows.getBytes(at);
    };
  }

  private static @Nullable Object unlessNull(ResultSet rows, Object value) throws SQLException {
    return rows.wasNull() ? null : value;
  }

  private static @Nullable Object text(ResultSet rows, int at) throws SQLException {
    byte[] bytes = rows.getBytes(at);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static @Nullable Object list(ResultSet rows, int at, Scalar element) throws SQLException {
    java.sql.Array array = rows.getArray(at);
    if (array == null) {
      return null;
    }
    Object[] items = (Object[]) array.getArray();
    switch (element) {
      case INT -> {
        int[] numbers = new int[items.length];
        Arrays.setAll(numbers, index -> (Integer) items[index]);
        return numbers;
      }
      case BIGINT -> {
        long[] numbers = new long[items.length];
        Arrays.setAll(numbers, index -> (Long) items[index]);
        return numbers;
      }
      case BOOLEAN -> {
        boolean[] flags = new boolean[items.length];
        for (int index = 0; index < items.length; index++) {
          flags[index] = (Boolean) items[index];
        }
        return flags;
      }
      default -> {
        return List.of(items);
      }
    }
  }

  private static @Nullable Object map(ResultSet rows, int at) throws SQLException {
    Object map = rows.getObject(at);
    return map == null ? null : Map.copyOf((Map<?, ?>) map);
  }
}
