package dev.varve.jobs.query;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.to_json;

import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Figure;
import dev.varve.jobs.report.Header;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.selection.Question;
import dev.varve.jobs.table.SessionFit;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Turns Spark rows into answers. */
public final class SparkAnswers {
  private static final Set<DataType> WHOLE =
      Set.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

  /** A condition of a common table expression that several others read. */
  private static final String ONCE = "/* once */ true";

  /**
   * As true, but not the same from call to call, for all that Spark's optimizer knows while it
   * decides what to copy into every place that reads it.
   */
  private static final String COMPUTED_ONCE = "rand() < 2";

  private SparkAnswers() {}

  /** The answer to a report or a check, computed now. */
  static Answer answer(SparkSession spark, Question asked) {
    String sql = asked.sql();
    String planned = SessionFit.isForFewRows(spark) ? sql : sql.replace(ONCE, COMPUTED_ONCE);
    return collected(asked.name(), header(sql), spark.sql(planned));
  }

  /** What the opening comment of a report says. */
  static Header header(String sql) {
    return Header.read(SqlFiles.heading(sql), SqlFiles.header(sql));
  }

  /** The same rows with maps, arrays and structs as texts of JSON. */
  public static Dataset<Row> flat(Dataset<Row> rows) {
    StructField[] fields = rows.schema().fields();
    String[] places = new String[fields.length];
    Arrays.setAll(places, at -> "c" + at);
    Column[] columns = new Column[fields.length];
    for (int at = 0; at < fields.length; at++) {
      DataType type = fields[at].dataType();
      boolean nested =
          type instanceof MapType || type instanceof ArrayType || type instanceof StructType;
      Column column = col(places[at]);
      columns[at] = (nested ? to_json(column) : column).as(fields[at].name());
    }
    return rows.toDF(places).select(columns);
  }

  /** All rows, computed now and held in memory. */
  public static Answer collected(String name, Header header, Dataset<Row> rows) {
    List<List<@Nullable Object>> all = computed(rows).stream().map(SparkAnswers::values).toList();
    return new Answer(name, header.prose(), columns(header, rows.schema()), all);
  }

  /**
   * All rows. When one side of a join turns out to be empty, Spark answers and lets the other side
   * compute on for nobody: such jobs are ended, so that the next question has the processors.
   */
  private static List<Row> computed(Dataset<Row> rows) {
    SparkContext engine = rows.sparkSession().sparkContext();
    String tag = UUID.randomUUID().toString();
    engine.addJobTag(tag);
    try {
      return rows.collectAsList();
    } finally {
      engine.removeJobTag(tag);
      engine.cancelJobsWithTag(tag);
    }
  }

  /** Rows that are computed as they are read, one partition in memory at a time. */
  static Answer streamed(String name, Header header, Dataset<Row> rows) {
    return new Answer(name, header.prose(), columns(header, rows.schema()), () -> rows(rows));
  }

  private static List<Answer.Column> columns(Header header, StructType schema) {
    return Arrays.stream(schema.fields())
        .map(field -> header.column(field.name(), plain(field.dataType())))
        .toList();
  }

  private static Figure plain(DataType type) {
    return WHOLE.contains(type)
        ? Figure.COUNT
        : type instanceof NumericType ? Figure.NUMBER : Figure.TEXT;
  }

  /** The same without columns, once. */
  static Iterator<List<@Nullable Object>> rows(Dataset<Row> dataset) {
    Iterator<Row> rows = dataset.toLocalIterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public List<@Nullable Object> next() {
        return values(rows.next());
      }
    };
  }

  private static List<@Nullable Object> values(Row row) {
    @Nullable Object[] values = new Object[row.size()];
    Arrays.setAll(values, row::get);
    return Arrays.asList(values);
  }
}
