package dev.varve.jobs.run;

import dev.varve.jobs.table.Tables;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** A row of a result table, filled by the names of its columns; what is not set is null. */
public final class ResultRow {
  private final StructType schema;
  private final @Nullable Object[] values;

  public ResultRow(String table) {
    schema = Tables.schema(table);
    values = new Object[schema.size()];
  }

  /** Sets a column; null only where the table allows it. */
  public ResultRow set(String column, @Nullable Object value) {
    values[schema.fieldIndex(column)] = value;
    return this;
  }

  /** The row. */
  public Row row() {
    for (StructField field : schema.fields()) {
      if (!field.nullable() && values[schema.fieldIndex(field.name())] == null) {
        throw new IllegalStateException(field.name() + " is not set");
      }
    }
    return RowFactory.create(values);
  }
}
