package dev.varve.jobs.parquet;

import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
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
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
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
    try (Writing writing = declared(spark, table, file)) {
      sorted.forEach(writing::add);
    }
  }

  /**
   * The same of rows that are sorted.
   *
   * @return how many there are
   */
  public static long write(SparkSession spark, String table, RowSource rows, Path file)
      throws IOException {
    StructType columns = Tables.schema(table);
    Function1<Object, Object> converter = CatalystTypeConverters.createToCatalystConverter(columns);
    try (Writing writing = declared(spark, table, file)) {
      rows.each(
          row -> {
            checkNulls(table, columns, row);
            writing.add((InternalRow) converter.apply(row));
          });
      return writing.rows;
    }
  }

  /** Writes rows that are no table's, to be read once; several threads may hand them over. */
  public static void write(SparkSession spark, StructType columns, RowSource rows, Path file)
      throws IOException {
    Function1<Object, Object> converter = CatalystTypeConverters.createToCatalystConverter(columns);
    Map<String, String> options =
        Map.of("compression", "snappy", "parquet.enable.dictionary", "false");
    try (Writing writing = new Writing(spark, new ParquetFileFormat(), columns, options, file)) {
      rows.each(
          row -> {
            synchronized (writing) {
              writing.add((InternalRow) converter.apply(row));
            }
          });
    }
  }

  private static Writing declared(SparkSession spark, String table, Path file) throws IOException {
    return new Writing(
        spark, new DeclaredFormat(), Tables.schema(table), DeclaredFormat.options(table), file);
  }

  /** A file that is being written. */
  private static final class Writing implements AutoCloseable {
    private final OutputWriter writer;
    private long rows;

    Writing(
        SparkSession spark,
        ParquetFileFormat format,
        StructType columns,
        Map<String, String> options,
        Path file)
        throws IOException {
      scala.collection.immutable.Map<String, String> all =
          scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options));
      Job job =
          Job.getInstance(
              ((org.apache.spark.sql.classic.SparkSession) spark)
                  .sessionState()
                  .newHadoopConfWithOptions(all));
      writer =
          format
              .prepareWrite(spark, job, all, columns)
              .newInstance(
                  file.toString(),
                  columns,
                  new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID()));
    }

    void add(InternalRow row) {
      writer.write(row);
      rows++;
    }

    @Override
    public void close() {
      writer.close();
    }
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
