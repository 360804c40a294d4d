package dev.varve.jobs.found;

import dev.varve.jobs.row.RowReader;
import java.io.IOException;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Rows of JDBC as the rows and records of this program. */
final class FoundValues {
  private FoundValues() {}

  /** Hands rows in the columns of a table to a taker; times come as microseconds. */
  static void rows(ResultSet rows, StructType columns, Consumer<Row> taker)
      throws SQLException, IOException {
    while (rows.next()) {
      @Nullable Object[] values = new Object[columns.size()];
      for (int at = 0; at < values.length; at++) {
        values[at] = value(rows, at + 1, columns.apply(at).dataType());
      }
      taker.accept(RowFactory.create(values));
    }
  }

  /** Records out of all rows. */
  static <T extends Record> List<T> records(ResultSet rows, Class<T> type) throws SQLException {
    StructType columns = columns(rows.getMetaData());
    RowReader<T> reader = RowReader.of(columns, type);
    List<T> records = new ArrayList<>();
    while (rows.next()) {
      @Nullable Object[] values = new Object[columns.size()];
      for (int at = 0; at < values.length; at++) {
        values[at] = value(rows, at + 1, columns.apply(at).dataType());
      }
      records.add(reader.record(RowFactory.create(values)));
    }
    return records;
  }

  private static StructType columns(ResultSetMetaData data) throws SQLException {
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
      default -> DataTypes.StringType;
    };
  }

  private static @Nullable Object value(ResultSet rows, int at, DataType type) throws SQLException {
    Object value = rows.getObject(at);
    if (value == null) {
      return null;
    }
    if (type.equals(DataTypes.LongType)) {
      return ((Number) value).longValue();
    }
    if (type.equals(DataTypes.IntegerType)) {
      return ((Number) value).intValue();
    }
    if (type.equals(DataTypes.TimestampType)) {
      return Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
    }
    if (value instanceof Blob blob) {
      return blob.getBytes(1, (int) blob.length());
    }
    return value instanceof Array array ? array.getArray() : value;
  }
}
