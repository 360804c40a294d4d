package dev.varve.jobs.row;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.timestamp_micros;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Rows of several tables in one stream, so that one pass over the bytes fills them all: one
 * nullable struct column for each table; each row sets one of them. Times are microseconds.
 */
public final class WideRow {
  private final List<RowBinder<?>> tables = new ArrayList<>();
  private final RowBinder<?>[] binders;
  private final Class<?>[] types;
  private final StructType schema;

  /** The structs in order, each for records of its own class. */
  public WideRow(RowBinder<?>... tables) {
    binders = new RowBinder<?>[tables.length];
    types = new Class<?>[tables.length];
    StructType wide = new StructType();
    for (int index = 0; index < tables.length; index++) {
      RowBinder<?> table = tables[index];
      if (slot(table.type()) >= 0) {
        throw new IllegalArgumentException("two tables of one record: " + table.type());
      }
      this.tables.add(table);
      binders[index] = table.inMicros();
      types[index] = table.type();
      wide = wide.add(table.name(), flat(table.schema()), true);
    }
    schema = wide;
  }

  /** The columns of the stream. */
  public StructType schema() {
    return schema;
  }

  /**
   * A row of the table that is made of such records.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Row row(Record record) {
    int slot = slot(record.getClass());
    if (slot < 0) {
      throw new IllegalArgumentException("no table for " + record.getClass());
    }
    Object[] wide = new Object[binders.length];
    wide[slot] = binders[slot].untyped(record);
    return RowFactory.create(wide);
  }

  /** The columns of one of the tables. */
  public StructType columns(String name) {
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow()
        .schema();
  }

  /** The rows of one table out of the stream, with the columns of the table. */
  public Dataset<Row> table(Dataset<Row> stream, String name) {
    return timed(stream.where(col(name).isNotNull()).select(col(name + ".*")), name);
  }

  /** Rows of one table by themselves with its times, which are counts in the stream. */
  public Dataset<Row> timed(Dataset<Row> rows, String name) {
    List<org.apache.spark.sql.Column> columns = new ArrayList<>();
    for (StructField field : columns(name).fields()) {
      boolean time = field.dataType().equals(DataTypes.TimestampType);
      org.apache.spark.sql.Column column = col(field.name());
      columns.add((time ? timestamp_micros(column) : column).as(field.name()));
    }
    return rows.select(columns.toArray(new org.apache.spark.sql.Column[0]));
  }

  private int slot(Class<?> type) {
    for (int index = 0; index < types.length; index++) {
      if (types[index] == type) {
        return index;
      }
    }
    return -1;
  }

  private static StructType flat(StructType table) {
    StructType flat = new StructType();
    for (StructField field : table.fields()) {
      boolean time = field.dataType().equals(DataTypes.TimestampType);
      flat = flat.add(field.name(), time ? DataTypes.LongType : field.dataType(), true);
    }
    return flat;
  }
}
