package dev.varve.jobs.row;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.StructType;

/**
 * Reads records from rows, with the naming of {@link RowBinder}: every component must have its
 * column; columns without a component are not read. A component that is a list of records reads an
 * array of structs.
 *
 * @param <T> the records
 */
public final class RowReader<T extends Record> implements Serializable {
  private static final long serialVersionUID = 1L;

  /** A cache, because every task needs the same few readers. */
  private static final Map<Key, RowReader<?>> READERS = new ConcurrentHashMap<>();

  private record Key(StructType columns, Class<?> type) {}

  private final StructType columns;
  private final Class<T> type;
  private final transient MethodHandle record;

  private RowReader(StructType columns, Class<T> type) {
    this.columns = columns;
    this.type = type;
    List<String> faults = new ArrayList<>();
    this.record =
        new Reading(columns, type.getSimpleName(), faults).of(type, "", new ArrayList<>());
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          "record %s of rows (%s): %s"
              .formatted(
                  type.getSimpleName(),
                  String.join(", ", columns.fieldNames()),
                  String.join("; ", faults)));
    }
  }

  /**
   * Reads rows of these columns.
   *
   * @throws IllegalArgumentException that lists every component without a matching column
   */
  public static <T extends Record> RowReader<T> of(StructType columns, Class<T> type) {
    Key key = new Key(columns, type);
    RowReader<?> reader = READERS.get(key);
    if (reader == null) {
      reader = new RowReader<>(columns, type);
      READERS.put(key, reader);
    }
    @SuppressWarnings("unchecked") // made for this class
    RowReader<T> ofType = (RowReader<T>) reader;
    return ofType;
  }

  /** All rows of a small result. */
  public static <T extends Record> List<T> all(Dataset<Row> rows, Class<T> type) {
    RowReader<T> reader = of(rows.schema(), type);
    return rows.collectAsList().stream().map(reader::record).toList();
  }

  /** The first row of a result, which has one. */
  public static <T extends Record> T first(Dataset<Row> rows, Class<T> type) {
    return of(rows.schema(), type).record(rows.head());
  }

  /**
   * The record of a row.
   *
   * @throws IllegalArgumentException when a column is null and its component must not be
   */
  public T record(Row row) {
    try {
      return type.cast((Record) record.invokeExact(row));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // constructors of records declare no checked exceptions
    }
  }

  private Object readResolve() {
    return of(columns, type);
  }

  /** Builds method handles that take a row and return a record. */
  private record Reading(StructType columns, String title, List<String> faults) {
    MethodHandle of(Class<?> type, String outer, List<Integer> places) {
      RecordComponent[] components = type.getRecordComponents();
      MethodHandle[] arguments = new MethodHandle[components.length];
      for (int index = 0; index < components.length; index++) {
        RecordComponent component = components[index];
        arguments[index] =
            component.getType().isRecord()
                ? nested(component, places)
                : plain(component, outer, places);
      }
      return MethodHandles.permuteArguments(
          MethodHandles.filterArguments(constructor(type, components), 0, arguments),
          MethodType.methodType(Record.class, Row.class),
          new int[arguments.length]);
    }

    private MethodHandle nested(RecordComponent component, List<Integer> places) {
      List<Integer> inside = new ArrayList<>();
      MethodHandle record = of(component.getType(), component.getName(), inside);
      if (RecordPart.isNullable(component.getAnnotatedType())) {
        int[] all = inside.stream().mapToInt(Integer::intValue).toArray();
        record =
            MethodHandles.guardWithTest(
                MethodHandles.insertArguments(FromColumn.ALL_NULL, 0, (Object) all),
                MethodHandles.empty(record.type()),
                record);
      }
      places.addAll(inside);
      return record.asType(MethodType.methodType(component.getType(), Row.class));
    }

    private MethodHandle plain(RecordComponent component, String outer, List<Integer> places) {
      String name = component.getName();
      Type type = component.getGenericType();
      MethodType shape = MethodType.methodType(component.getType(), Row.class);
      Set<String> there = Set.of(columns.fieldNames());
      Optional<String> column =
          RecordPart.names(outer, name).stream().filter(there::contains).findFirst();
      if (column.isEmpty()) {
        faults.add("no column for component " + name);
        return MethodHandles.empty(shape);
      }
      int place = columns.fieldIndex(column.get());
      places.add(place);
      MethodHandle value = MethodHandles.insertArguments(FromColumn.GET, 1, place);
      if (!RecordPart.isNullable(component.getAnnotatedType())) {
        String message =
            "column %s is null, component %s of %s must not be"
                .formatted(column.get(), name, title);
        value = MethodHandles.filterReturnValue(value, ToColumn.notNull(message));
      }
      Optional<Class<? extends Record>> items = items(type);
      if (items.isPresent()
          && columns.apply(place).dataType() instanceof ArrayType array
          && array.elementType() instanceof StructType struct) {
        RowReader<?> reader = RowReader.of(struct, items.get());
        value =
            MethodHandles.filterReturnValue(
                value, MethodHandles.insertArguments(FromColumn.RECORDS, 0, reader));
      } else if (ColumnTypes.matches(columns.apply(place).dataType(), type, name)) {
        value =
            MethodHandles.filterReturnValue(
                value, FromColumn.of(component.getType(), columns.apply(place).dataType()));
      } else {
        faults.add(
            "column %s is %s, component %s is %s"
                .formatted(
                    column.get(), columns.apply(place).dataType().sql(), name, type.getTypeName()));
      }
      return value.asType(shape);
    }

    private static Optional<Class<? extends Record>> items(Type type) {
      return type instanceof ParameterizedType generic
              && generic.getRawType() == List.class
              && generic.getActualTypeArguments()[0] instanceof Class<?> item
              && item.isRecord()
          ? Optional.of(item.asSubclass(Record.class))
          : Optional.empty();
    }

    private static MethodHandle constructor(Class<?> type, RecordComponent[] components) {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      try {
        MethodHandle handle =
            RecordPart.lookup(type).findConstructor(type, MethodType.methodType(void.class, types));
        return handle.asType(handle.type().changeReturnType(Record.class));
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }
}
