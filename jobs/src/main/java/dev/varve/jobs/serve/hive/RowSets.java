package dev.varve.jobs.serve.hive;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.apache.hive.service.rpc.thrift.TBinaryColumn;
import org.apache.hive.service.rpc.thrift.TBoolColumn;
import org.apache.hive.service.rpc.thrift.TBoolValue;
import org.apache.hive.service.rpc.thrift.TByteColumn;
import org.apache.hive.service.rpc.thrift.TByteValue;
import org.apache.hive.service.rpc.thrift.TColumn;
import org.apache.hive.service.rpc.thrift.TColumnValue;
import org.apache.hive.service.rpc.thrift.TDoubleColumn;
import org.apache.hive.service.rpc.thrift.TDoubleValue;
import org.apache.hive.service.rpc.thrift.TI16Column;
import org.apache.hive.service.rpc.thrift.TI16Value;
import org.apache.hive.service.rpc.thrift.TI32Column;
import org.apache.hive.service.rpc.thrift.TI32Value;
import org.apache.hive.service.rpc.thrift.TI64Column;
import org.apache.hive.service.rpc.thrift.TI64Value;
import org.apache.hive.service.rpc.thrift.TProtocolVersion;
import org.apache.hive.service.rpc.thrift.TRow;
import org.apache.hive.service.rpc.thrift.TRowSet;
import org.apache.hive.service.rpc.thrift.TStringColumn;
import org.apache.hive.service.rpc.thrift.TStringValue;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Rows in the shapes of the protocol: column by column since version 6, row by row before. */
public final class RowSets {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private RowSets() {}

  /**
   * Makes a set.
   *
   * @param start how many rows of the result came before
   */
  public static TRowSet of(
      StructType schema, List<Row> rows, long start, TProtocolVersion version) {
    TRowSet set = new TRowSet(start, new ArrayList<>());
    if (version.getValue() < TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V6.getValue()) {
      rows.forEach(row -> set.addToRows(row(schema, row)));
      return set;
    }
    set.setColumns(new ArrayList<>());
    for (int at = 0; at < schema.size(); at++) {
      set.addToColumns(column(schema.apply(at).dataType(), rows, at));
    }
    return set;
  }

  private static TColumn column(DataType type, List<Row> rows, int at) {
    BitSet empty = new BitSet();
    for (int row = 0; row < rows.size(); row++) {
      empty.set(row, rows.get(row).isNullAt(at));
    }
    ByteBuffer nulls = ByteBuffer.wrap(empty.toByteArray());
    return switch (HiveType.of(type).id()) {
      case BOOLEAN_TYPE -> TColumn.boolVal(new TBoolColumn(values(rows, at, false), nulls));
      case TINYINT_TYPE -> TColumn.byteVal(new TByteColumn(values(rows, at, (byte) 0), nulls));
      case SMALLINT_TYPE -> TColumn.i16Val(new TI16Column(values(rows, at, (short) 0), nulls));
      case INT_TYPE -> TColumn.i32Val(new TI32Column(values(rows, at, 0), nulls));
      case BIGINT_TYPE -> TColumn.i64Val(new TI64Column(values(rows, at, 0L), nulls));
      case FLOAT_TYPE -> TColumn.doubleVal(new TDoubleColumn(floats(rows, at), nulls));
      case DOUBLE_TYPE -> TColumn.doubleVal(new TDoubleColumn(values(rows, at, 0.0), nulls));
      case BINARY_TYPE -> TColumn.binaryVal(new TBinaryColumn(bytes(rows, at), nulls));
      default -> TColumn.stringVal(new TStringColumn(texts(rows, at), nulls));
    };
  }

  private static <T> List<T> values(List<Row> rows, int at, T instead) {
    List<T> values = new ArrayList<>(rows.size());
    for (Row row : rows) {
      values.add(row.isNullAt(at) ? instead : row.<T>getAs(at));
    }
    return values;
  }

  private static List<Double> floats(List<Row> rows, int at) {
    return values(rows, at, 0f).stream().map(RowSets::widened).toList();
  }

  /** 0.1f is 0.1 to a reader, and not 0.10000000149011612. */
  private static double widened(float value) {
    return Double.parseDouble(Float.toString(value));
  }

  private static List<ByteBuffer> bytes(List<Row> rows, int at) {
    return values(rows, at, new byte[0]).stream().map(ByteBuffer::wrap).toList();
  }

  private static List<String> texts(List<Row> rows, int at) {
    List<String> texts = new ArrayList<>(rows.size());
    for (Row row : rows) {
      texts.add(row.isNullAt(at) ? "" : text(row.get(at)));
    }
    return texts;
  }

  /** A value that has no form of its own in the protocol; times are those of UTC. */
  static String text(Object value) {
    if (value instanceof Instant time) {
      return TIME.format(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
    }
    return value instanceof LocalDateTime time ? TIME.format(time) : plain(value);
  }

  private static String plain(Object value) {
    if (value instanceof byte[] bytes) {
      // Rows of old have no cell for bytes: one character a byte.
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
  }

  private static TRow row(StructType schema, Row row) {
    List<TColumnValue> values = new ArrayList<>();
    for (int at = 0; at < schema.size(); at++) {
      values.add(value(schema.apply(at).dataType(), row.isNullAt(at) ? null : row.get(at)));
    }
    return new TRow(values);
  }

  /** Absent values are those that are not set. */
  private static TColumnValue value(DataType type, @Nullable Object value) {
    return switch (HiveType.of(type).id()) {
      case BOOLEAN_TYPE ->
          TColumnValue.boolVal(
              filled(new TBoolValue(), value, (cell, it) -> cell.setValue((Boolean) it)));
      case TINYINT_TYPE ->
          TColumnValue.byteVal(
              filled(new TByteValue(), value, (cell, it) -> cell.setValue((Byte) it)));
      case SMALLINT_TYPE ->
          TColumnValue.i16Val(
              filled(new TI16Value(), value, (cell, it) -> cell.setValue((Short) it)));
      case INT_TYPE ->
          TColumnValue.i32Val(
              filled(new TI32Value(), value, (cell, it) -> cell.setValue((Integer) it)));
      case BIGINT_TYPE ->
          TColumnValue.i64Val(
              filled(new TI64Value(), value, (cell, it) -> cell.setValue((Long) it)));
      case FLOAT_TYPE ->
          TColumnValue.doubleVal(
              filled(new TDoubleValue(), value, (cell, it) -> cell.setValue(widened((Float) it))));
      case DOUBLE_TYPE ->
          TColumnValue.doubleVal(
              filled(new TDoubleValue(), value, (cell, it) -> cell.setValue((Double) it)));
      default ->
          TColumnValue.stringVal(
              filled(new TStringValue(), value, (cell, it) -> cell.setValue(text(it))));
    };
  }

  private static <C> C filled(C cell, @Nullable Object value, BiConsumer<C, Object> set) {
    if (value != null) {
      set.accept(cell, value);
    }
    return cell;
  }
}
