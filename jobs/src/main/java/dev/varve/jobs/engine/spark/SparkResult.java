package dev.varve.jobs.engine.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.to_json;

import dev.varve.jobs.engine.Result;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The rows of a Spark query, read one partition at a time. */
public final class SparkResult implements Result {
  private static final Set<DataType> INTEGERS =
      Set.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

  /** Null once this is closed: a plan keeps the tables in memory that its joins read. */
  private @Nullable Dataset<Row> dataset;

  private @Nullable Iterator<Row> rows;

  SparkResult(Dataset<Row> dataset) {
    this.dataset = withNestedAsJson(dataset);
  }

  /** The rows with maps, arrays and structs converted to JSON text. */
  public static Dataset<Row> withNestedAsJson(Dataset<Row> rows) {
    StructField[] fields = rows.schema().fields();
    if (Arrays.stream(fields).noneMatch(field -> isNested(field.dataType()))) {
      return rows;
    }
    String[] positions = new String[fields.length];
    Arrays.setAll(positions, at -> "c" + at);
    org.apache.spark.sql.Column[] columns = new org.apache.spark.sql.Column[fields.length];
    for (int at = 0; at < fields.length; at++) {
      boolean nested = isNested(fields[at].dataType());
      columns[at] =
          (nested ? to_json(col(positions[at])) : col(positions[at])).as(fields[at].name());
    }
    return rows.toDF(positions).select(columns);
  }

  private static boolean isNested(DataType type) {
    return type instanceof MapType || type instanceof ArrayType || type instanceof StructType;
  }

  @Override
  public List<Result.Column> columns() {
    return Arrays.stream(open().schema().fields())
        .map(field -> new Result.Column(field.name(), kind(field.dataType())))
        .toList();
  }

  private static Kind kind(DataType type) {
    return INTEGERS.contains(type)
        ? Kind.WHOLE_NUMBER
        : type instanceof NumericType ? Kind.NUMBER : Kind.OTHER;
  }

  @Override
  public boolean hasNext() {
    if (rows == null) {
      rows = open().toLocalIterator();
    }
    return rows.hasNext();
  }

  @Override
  public List<@Nullable Object> next() {
    return hasNext() && rows != null ? values(rows.next()) : List.of();
  }

  @Override
  public List<List<@Nullable Object>> remainingRows() {
    if (rows != null) {
      return Result.super.remainingRows();
    }
    Dataset<Row> whole = open();
    List<Row> all = OwnJobs.of(whole.sparkSession().sparkContext(), whole::collectAsList);
    rows = Collections.emptyIterator();
    return all.stream().map(SparkResult::values).toList();
  }

  private static List<@Nullable Object> values(Row row) {
    @Nullable Object[] values = new Object[row.size()];
    Arrays.setAll(values, row::get);
    return Arrays.asList(values);
  }

  @Override
  public void close() {
    dataset = null;
    rows = Collections.emptyIterator();
  }

  private Dataset<Row> open() {
    return Objects.requireNonNull(dataset, "the result is closed");
  }
}
