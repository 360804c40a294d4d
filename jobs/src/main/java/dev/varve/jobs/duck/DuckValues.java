package dev.varve.jobs.duck;

import dev.varve.jobs.engine.local.DuckSession;
import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.parquet.RowSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Rows of JDBC as the rows of this program, and the other way round. */
final class DuckValues {
  private DuckValues() {}

  /**
   * A query whose rows are those of another one in these columns, sorted; times are microseconds.
   */
  static String sorted(StructType columns, String sql, List<String> order) {
    return "SELECT %s FROM (%s) AS found ORDER BY %s"
        .formatted(
            Arrays.stream(columns.fields())
                .map(DuckValues::declared)
                .collect(Collectors.joining(", ")),
            sql,
            order.stream()
                .map(name -> DuckText.name(name) + " NULLS FIRST")
                .collect(Collectors.joining(", ")));
  }

  private static String declared(StructField field) {
    String name = DuckText.name(field.name());
    if (field.dataType().equals(DataTypes.StringType)) {
      return "encode(%s)".formatted(name);
    }
    return field.dataType().equals(DataTypes.TimestampType)
        ? "epoch_us(CAST(%s AS TIMESTAMP WITH TIME ZONE))".formatted(name)
        : name;
  }

  /** Columns with their types, as a table is declared. */
  static String declarations(StructType columns) {
    return Arrays.stream(columns.fields())
        .map(field -> DuckText.name(field.name()) + " " + DuckText.type(field.dataType().sql()))
        .collect(Collectors.joining(", "));
  }

  /** Hands rows in the columns of a table to a taker; times come as microseconds. */
  static void rows(ResultSet rows, StructType columns, Consumer<Row> taker, Sessions sessions)
      throws SQLException, IOException {
    while (rows.next()) {
      sessions.goOn();
      @Nullable Object[] values = new Object[columns.size()];
      for (int at = 0; at < values.length; at++) {
        values[at] = value(rows, at + 1, columns.apply(at).dataType());
      }
      taker.accept(RowFactory.create(values));
    }
  }

  /** The columns of rows whose table is not declared. */
  static StructType columns(ResultSetMetaData data) throws SQLException {
    StructType columns = new StructType();
    for (int at = 1; at <= data.getColumnCount(); at++) {
      columns = columns.add(data.getColumnLabel(at), type(data.getColumnType(at)));
    }
    return columns;
  }

  private static DataType type(int jdbc) {
    return switch (jdbc) {
      case Types.INTEGER -> DataTypes.IntegerType;
      case Types.BIGINT -> DataTypes.LongType;
      case Types.BOOLEAN -> DataTypes.BooleanType;
      case Types.DOUBLE -> DataTypes.DoubleType;
      case Types.BLOB -> DataTypes.BinaryType;
      default -> DataTypes.StringType;
    };
  }

  private static @Nullable Object value(ResultSet rows, int at, DataType type) throws SQLException {
    Object value = rows.getObject(at);
    if (value == null) {
      return null;
    }
    if (type.equals(DataTypes.LongType)) {
      return number(rows, at, value).longValue();
    }
    if (type.equals(DataTypes.IntegerType)) {
      return number(rows, at, value).intValue();
    }
    if (type.equals(DataTypes.TimestampType)) {
      return Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
    }
    if (value instanceof Blob blob) {
      byte[] bytes = blob.getBytes(1, (int) blob.length());
      return type.equals(DataTypes.StringType) ? new String(bytes, StandardCharsets.UTF_8) : bytes;
    }
    return value instanceof Array array ? array.getArray() : value;
  }

  private static Number number(ResultSet rows, int at, Object value) throws SQLException {
    if (value instanceof Number number) {
      return number;
    }
    throw new SQLException(
        "column %s is declared a number and holds '%s', so another program wrote it"
            .formatted(rows.getMetaData().getColumnLabel(at), value));
  }

  /** Appends rows to a table. */
  static void append(DuckSession session, String table, RowSource source)
      throws SQLException, IOException {
    try (DuckDBAppender appender = session.connection().createAppender(table)) {
      source.each(row -> append(appender, row));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void append(DuckDBAppender appender, Row row) {
    try {
      appender.beginRow();
      for (int at = 0; at < row.length(); at++) {
        Object value = row.get(at);
        if (value == null) {
          appender.appendNull();
        } else if (value instanceof Long number) {
          appender.append(number);
        } else if (value instanceof Integer number) {
          appender.append(number);
        } else if (value instanceof Double number) {
          appender.append(number);
        } else if (value instanceof byte[] bytes) {
          appender.append(bytes);
        } else {
          appender.append(value.toString());
        }
      }
      appender.endRow();
    } catch (SQLException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
