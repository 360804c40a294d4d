package dev.varve.jobs.table;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.timestamp_micros;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Rows of several tables in one stream, so that one pass over the bytes fills them all: a nullable
 * struct a table, of which each row sets one. Times travel as microseconds.
 */
public final class WideRow {
  private final List<String> names;
  private final Map<String, StructType> tables;
  private final StructType schema;

  /** The structs in order, each with the columns of its rows. */
  public WideRow(List<String> names, Map<String, StructType> tables) {
    this.names = List.copyOf(names);
    this.tables = Map.copyOf(tables);
    StructType wide = new StructType();
    for (String name : names) {
      wide = wide.add(name, flat(tables.get(name)), true);
    }
    this.schema = wide;
  }

  /** The columns of the stream. */
  public StructType schema() {
    return schema;
  }

  /** A row of one table, its values in column order. */
  public Row row(String table, @Nullable Object... values) {
    Object[] wide = new Object[names.size()];
    wide[names.indexOf(table)] = RowFactory.create(values);
    return RowFactory.create(wide);
  }

  /** A row of one table as another stream has it, which names that table alike. */
  public Row take(String table, WideRow other, Row row) {
    Object[] wide = new Object[names.size()];
    wide[names.indexOf(table)] = row.get(other.names.indexOf(table));
    return RowFactory.create(wide);
  }

  /** The rows of one table out of the stream, with the columns of the table. */
  public Dataset<Row> table(Dataset<Row> stream, String table) {
    List<Column> columns = new ArrayList<>();
    StructType columnsOf = Objects.requireNonNull(tables.get(table), table);
    for (StructField field : columnsOf.fields()) {
      Column column = col(table).getField(field.name());
      boolean time = field.dataType().equals(DataTypes.TimestampType);
      columns.add((time ? timestamp_micros(column) : column).as(field.name()));
    }
    return stream.where(col(table).isNotNull()).select(columns.toArray(new Column[0]));
  }

  private static StructType flat(@Nullable StructType table) {
    StructType flat = new StructType();
    if (table != null) {
      for (StructField field : table.fields()) {
        boolean time = field.dataType().equals(DataTypes.TimestampType);
        flat =
            flat.add(
                new StructField(
                    field.name(),
                    time ? DataTypes.LongType : field.dataType(),
                    true,
                    Metadata.empty()));
      }
    }
    return flat;
  }
}
