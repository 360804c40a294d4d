package dev.varve.jobs.parquet;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.schema.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Rows in the columns of a table as it is declared: their order, their types, and no nulls where
 * none may be: a file that calls a column required would lose them in silence.
 */
final class DeclaredColumns {
  private DeclaredColumns() {}

  /** The same rows; reading one with a null where none may be fails, naming table and column. */
  static Dataset<Row> of(String table, Dataset<Row> data) {
    StructField[] fields = Tables.schema(table).fields();
    return data.to(nullable(fields))
        .select(columns(Arrays.stream(fields).map(field -> declared(table, field))));
  }

  private static Column[] columns(Stream<Column> columns) {
    return columns.toArray(Column[]::new);
  }

  private static Column declared(String table, StructField field) {
    Column column = col(field.name());
    if (!field.nullable()) {
      String what = "- column: \"%s.%s\", declared NOT NULL".formatted(table, field.name());
      column =
          ExpressionUtils.column(
              new AssertNotNull(
                  ExpressionUtils.expression(column),
                  CollectionConverters.asScala(List.of(what)).toSeq()));
    }
    return column.as(field.name());
  }

  /** The engine refuses to take a computed column for one without nulls. */
  private static StructType nullable(StructField[] fields) {
    StructType nullable = new StructType();
    for (StructField field : fields) {
      nullable = nullable.add(field.name(), field.dataType(), true, field.metadata());
    }
    return nullable;
  }
}
