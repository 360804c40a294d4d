package dev.varve.jobs.parquet;

import dev.varve.jobs.host.HandOver;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.InterpretedOrdering;
import org.apache.spark.sql.catalyst.expressions.NullsFirst$;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A file of rows that the driver has: written by the engine's own writer, but without a job, which
 * would take a quarter of a second for any number of rows.
 */
public final class DriverFile {
  private DriverFile() {}

  /**
   * Writes a file, like one of {@link DeclaredFormat#write}.
   *
   * @param rows in the columns of the table; few enough for memory
   * @param order columns that sort the rows, nulls first
   * @throws IllegalArgumentException when a row has a null where none may be
   */
  public static void write(
      SparkSession spark, String table, List<Row> rows, List<String> order, Path file)
      throws IOException {
    List<InternalRow> sorted = sorted(table, rows, order);
    try (RowFiles.Writing writing = declared(spark, table).open(file)) {
      sorted.forEach(writing::add);
    }
  }

  /**
   * The same of rows that are sorted; they are made on a thread of their own meanwhile.
   *
   * @return how many there are
   */
  public static long write(SparkSession spark, String table, RowSource rows, Path file)
      throws IOException {
    StructType columns = Tables.schema(table);
    try (RowFiles.Writing writing = declared(spark, table).open(file)) {
      HandOver.each(
          rows::each,
          row -> {
            checkNulls(table, columns, row);
            writing.add(row);
          });
      return writing.rows();
    }
  }

  private static RowFiles declared(SparkSession spark, String table) throws IOException {
    return new RowFiles(
        spark, new DeclaredFormat(), Tables.schema(table), DeclaredFormat.options(table));
  }

  private static List<InternalRow> sorted(String table, List<Row> rows, List<String> order) {
    StructType columns = Tables.schema(table);
    Function1<Object, Object> converter = CatalystTypeConverters.createToCatalystConverter(columns);
    List<InternalRow> sorted = new ArrayList<>();
    for (Row row : rows) {
      checkNulls(table, columns, row);
      sorted.add((InternalRow) converter.apply(row));
    }
    List<SortOrder> by =
        order.stream().map(column -> ascending(columns, columns.fieldIndex(column))).toList();
    sorted.sort(new InterpretedOrdering(CollectionConverters.asScala(by).toSeq()));
    return sorted;
  }

  private static SortOrder ascending(StructType columns, int place) {
    StructField field = columns.apply(place);
    Expression column = new BoundReference(place, field.dataType(), field.nullable());
    return new SortOrder(
        column,
        Ascending$.MODULE$,
        NullsFirst$.MODULE$,
        CollectionConverters.asScala(List.<Expression>of()).toSeq());
  }

  private static void checkNulls(String table, StructType columns, Row row) {
    if (row.length() != columns.length()) {
      throw new IllegalArgumentException(
          "table %s has the columns %s; the row has %d"
              .formatted(table, Arrays.toString(columns.fieldNames()), row.length()));
    }
    for (int place = 0; place < columns.length(); place++) {
      if (!columns.apply(place).nullable() && row.isNullAt(place)) {
        throw new IllegalArgumentException(
            "column %s of table %s is null, which is declared NOT NULL"
                .formatted(columns.apply(place).name(), table));
      }
    }
  }
}
