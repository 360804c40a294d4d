package dev.varve.jobs.engine.spark;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.warehouse.row.ColumnType;
import dev.varve.jobs.warehouse.row.ColumnType.ListOf;
import dev.varve.jobs.warehouse.row.ColumnType.MapOf;
import dev.varve.jobs.warehouse.row.ColumnType.Scalar;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.model.EpochMicros;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Converts Spark's schemas and rows to columns and rows of this program, and back. */
final class SparkRows {
  private SparkRows() {}

  /**
   * The Spark schema of columns. All columns are nullable, because Spark refuses to write computed
   * columns to a schema that forbids null.
   */
  static StructType schema(Columns columns) {
    StructType schema = new StructType();
    for (Columns.Column column : columns.all()) {
      schema = schema.add(column.name(), type(column.type()), true);
    }
    return schema;
  }

  private static DataType type(ColumnType type) {
    if (type instanceof ListOf list) {
      return DataTypes.createArrayType(scalarType(list.element()));
    }
    return type instanceof MapOf map
        ? DataTypes.createMapType(scalarType(map.key()), scalarType(map.value()))
        : scalarType((Scalar) type);
  }

  private static DataType scalarType(Scalar type) {
    return switch (type) {
      case BOOLEAN -> DataTypes.BooleanType;
      case INT -> DataTypes.IntegerType;
      case BIGINT -> DataTypes.LongType;
      case DOUBLE -> DataTypes.DoubleType;
      case STRING -> DataTypes.StringType;
      case BINARY -> DataTypes.BinaryType;
      case TIMESTAMP -> DataTypes.TimestampType;
    };
  }

  /**
   * Selects and casts columns of rows. A number in place of a time counts microseconds since 1970.
   */
  static Dataset<Row> select(Dataset<Row> rows, Columns columns) {
    StructType schema = rows.schema();
    return rows.select(
        columns.all().stream()
            .map(
                column -> {
                  DataType found = schema.apply(column.name()).dataType();
                  DataType type = type(column.type());
                  boolean isReadable = found.equals(type) || isCount(found, column.type());
                  Column value = col("`" + column.name() + "`");
                  return isReadable ? value : value.cast(type).as(column.name());
                })
            .toArray(Column[]::new));
  }

  private static boolean isCount(DataType found, ColumnType type) {
    return type == Scalar.TIMESTAMP && found.equals(DataTypes.LongType);
  }

  /** The Spark row of some values, with times as instants. */
  static Row row(@Nullable Object[] values, Columns columns) {
    @Nullable Object[] row = new Object[values.length];
    for (int at = 0; at < row.length; at++) {
      row[at] = toSpark(values[at], columns.all().get(at).type());
    }
    return RowFactory.create(row);
  }

  private static @Nullable Object toSpark(@Nullable Object value, ColumnType type) {
    if (value == null) {
      return null;
    }
    if (type == Scalar.TIMESTAMP) {
      return Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
    }
    if (value instanceof int[] numbers) {
      return CollectionConverters.asScala(IntStream.of(numbers).boxed().toList()).toSeq();
    }
    if (value instanceof long[] numbers) {
      return CollectionConverters.asScala(LongStream.of(numbers).boxed().toList()).toSeq();
    }
    if (value instanceof boolean[] flags) {
      return CollectionConverters.asScala(
              IntStream.range(0, flags.length).mapToObj(at -> flags[at]).toList())
          .toSeq();
    }
    if (value instanceof List<?> list) {
      return CollectionConverters.asScala(list).toSeq();
    }
    return value instanceof Map<?, ?> map
        ? scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(map))
        : value;
  }

  /** The values of a Spark row that has these columns. */
  static @Nullable Object[] values(Row row, Columns columns) {
    @Nullable Object[] values = new Object[row.size()];
    for (int at = 0; at < values.length; at++) {
      values[at] = fromSpark(row.get(at), columns.all().get(at).type());
    }
    return values;
  }

  private static @Nullable Object fromSpark(@Nullable Object value, ColumnType type) {
    if (value == null) {
      return null;
    }
    if (type instanceof ListOf list) {
      return list(CollectionConverters.asJavaCollection(iterable(value)), list.element());
    }
    if (type instanceof MapOf) {
      return new LinkedHashMap<>(CollectionConverters.asJava((scala.collection.Map<?, ?>) value));
    }
    if (value instanceof Instant moment) {
      return EpochMicros.of(moment);
    }
    return value instanceof Timestamp moment ? EpochMicros.of(moment.toInstant()) : value;
  }

  @SuppressWarnings("unchecked") // Spark's sequences have untyped elements
  private static scala.collection.Iterable<Object> iterable(Object list) {
    return (scala.collection.Iterable<Object>) list;
  }

  private static Object list(Collection<Object> items, Scalar element) {
    return switch (element) {
      case INT -> items.stream().mapToInt(item -> (Integer) item).toArray();
      case BIGINT -> items.stream().mapToLong(item -> (Long) item).toArray();
      case BOOLEAN -> {
        boolean[] flags = new boolean[items.size()];
        int at = 0;
        for (Object item : items) {
          flags[at++] = (Boolean) item;
        }
        yield flags;
      }
      default -> List.copyOf(items);
    };
  }
}
