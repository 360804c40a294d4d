package dev.varve.jobs.row;

import dev.varve.model.EpochMicros;
import dev.varve.model.Fingerprint;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;

/** Converts column values of the engine to component values; null stays null. */
@SuppressWarnings("UnusedMethod") // found by their names
final class FromColumn {
  /** Method handle: takes a row and a column index, returns the value. */
  static final MethodHandle GET =
      find("get", MethodType.methodType(Object.class, Row.class, int.class));

  /**
   * Method handle: takes column indexes and a row, returns whether all of these columns are null.
   */
  static final MethodHandle ALL_NULL =
      find("allNull", MethodType.methodType(boolean.class, int[].class, Row.class));

  /** Method handle: takes a reader and an array of structs, returns the list of records. */
  static final MethodHandle RECORDS =
      find("records", MethodType.methodType(Object.class, RowReader.class, Object.class));

  private static final MethodType VALUE = MethodType.methodType(Object.class, Object.class);
  private static final MethodHandle SAME = MethodHandles.identity(Object.class);

  private FromColumn() {}

  /** Method handle: takes the value of a column, returns the value of a component of this type. */
  static MethodHandle of(Class<?> type, DataType column) {
    if (type.isEnum()) {
      return MethodHandles.insertArguments(
          find("constant", MethodType.methodType(Object.class, Class.class, Object.class)),
          0,
          type);
    }
    if (type == Fingerprint.class) {
      return find("fingerprint", VALUE);
    }
    if (type == List.class) {
      return find("list", VALUE);
    }
    if (type == java.util.Map.class) {
      return find("map", VALUE);
    }
    if (type == int[].class) {
      return find("integers", VALUE);
    }
    if (type == boolean[].class) {
      return find("flags", VALUE);
    }
    if (column.equals(DataTypes.TimestampType)) {
      return find(type == Instant.class ? "instant" : "micros", VALUE);
    }
    return SAME;
  }

  private static MethodHandle find(String method, MethodType shape) {
    try {
      return MethodHandles.lookup().findStatic(FromColumn.class, method, shape);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object get(Row row, int place) {
    return row.get(place);
  }

  private static boolean allNull(int[] places, Row row) {
    for (int place : places) {
      if (!row.isNullAt(place)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object records(RowReader<?> reader, @Nullable Object rows) {
    return rows == null
        ? null
        : stream(rows).map(row -> (Object) reader.record((Row) row)).toList();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the class is that of an enum
  private static @Nullable Object constant(Class type, @Nullable Object name) {
    return name == null ? null : Enum.valueOf(type, (String) name);
  }

  private static @Nullable Object fingerprint(@Nullable Object bytes) {
    return bytes == null ? null : Fingerprint.of((byte[]) bytes);
  }

  private static @Nullable Object list(@Nullable Object items) {
    return items == null ? null : stream(items).toList();
  }

  private static @Nullable Object map(@Nullable Object map) {
    return map == null
        ? null
        : java.util.Map.copyOf(CollectionConverters.asJava((scala.collection.Map<?, ?>) map));
  }

  private static @Nullable Object integers(@Nullable Object items) {
    return items == null ? null : stream(items).mapToInt(Integer.class::cast).toArray();
  }

  private static @Nullable Object flags(@Nullable Object items) {
    if (items == null) {
      return null;
    }
    List<Object> boxed = stream(items).toList();
    boolean[] flags = new boolean[boxed.size()];
    for (int index = 0; index < flags.length; index++) {
      flags[index] = (Boolean) boxed.get(index);
    }
    return flags;
  }

  private static @Nullable Object instant(@Nullable Object time) {
    return time instanceof Timestamp stamp ? stamp.toInstant() : time;
  }

  private static @Nullable Object micros(@Nullable Object time) {
    return time == null
        ? null
        : EpochMicros.of(time instanceof Timestamp stamp ? stamp.toInstant() : (Instant) time);
  }

  private static Stream<Object> stream(Object items) {
    @SuppressWarnings("unchecked") // the engine's lists hold what their column says
    Iterable<Object> list = (Iterable<Object>) items;
    return StreamSupport.stream(CollectionConverters.asJava(list).spliterator(), false);
  }
}
