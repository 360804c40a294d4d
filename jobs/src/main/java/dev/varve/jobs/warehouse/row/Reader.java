package dev.varve.jobs.warehouse.row;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts rows to records, with the naming rules of {@link Binder}. Every component must have its
 * column; columns without a component are not columns.
 *
 * @param <T> the records
 */
public final class Reader<T extends Record> implements Serializable {
  private static final long serialVersionUID = 1L;

  /** A cache of readers: building one is slow, and all tasks need the same few. */
  private static final Map<Key, Reader<?>> READERS = new ConcurrentHashMap<>();

  private static final MethodHandle ELEMENT =
      MethodHandles.arrayElementGetter(Object[].class)
          .asType(MethodType.methodType(Object.class, Object[].class, int.class));

  private static final MethodHandle ALL_NULL;

  static {
    try {
      ALL_NULL =
          MethodHandles.lookup()
              .findStatic(
                  Reader.class,
                  "allNull",
                  MethodType.methodType(boolean.class, int[].class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private record Key(List<String> names, Class<?> type) {}

  private final List<String> names;
  private final Class<T> type;
  private final transient Columns columns;
  private final transient MethodHandle record;

  private Reader(List<String> names, Class<T> type) {
    this.names = names;
    this.type = type;
    List<String> faults = new ArrayList<>();
    List<Columns.Column> read = new ArrayList<>();
    this.record =
        new HandleBuilder(names, read, type.getSimpleName(), faults)
            .record(type, "", new ArrayList<>());
    this.columns = new Columns(read);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          "record %s of rows (%s): %s"
              .formatted(
                  type.getSimpleName(), String.join(", ", names), String.join("; ", faults)));
    }
  }

  /**
   * Reads rows that have columns of these names.
   *
   * @throws IllegalArgumentException that lists every component without a column
   */
  public static <T extends Record> Reader<T> of(List<String> names, Class<T> type) {
    Key key = new Key(List.copyOf(names), type);
    Reader<?> reader = READERS.get(key);
    if (reader == null) {
      reader = new Reader<>(key.names(), type);
      READERS.put(key, reader);
    }
    @SuppressWarnings("unchecked") // the key contains this class
    Reader<T> typed = (Reader<T>) reader;
    return typed;
  }

  /**
   * The columns that are read, with the types in which {@link #record} expects them, in this order.
   */
  public Columns columns() {
    return columns;
  }

  /**
   * The record of a row.
   *
   * @param row values of {@link #columns}
   * @throws IllegalArgumentException when a value is null and its component is not nullable
   */
  public T record(@Nullable Object[] row) {
    try {
      return type.cast((Record) record.invokeExact(row));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // constructors of records declare no checked exceptions
    }
  }

  private Object readResolve() {
    return of(names, type);
  }

  @SuppressWarnings("UnusedMethod") // looked up by name for a method handle
  private static boolean allNull(int[] indexes, @Nullable Object[] row) {
    return Arrays.stream(indexes).allMatch(index -> row[index] == null);
  }

  /**
   * Builds the method handle that takes a row and returns a record; collects its columns and
   * faults.
   */
  private record HandleBuilder(
      List<String> names, List<Columns.Column> columns, String title, List<String> faults) {
    MethodHandle record(Class<?> type, String outer, List<Integer> indexes) {
      RecordComponent[] components = type.getRecordComponents();
      MethodHandle[] arguments = new MethodHandle[components.length];
      for (int index = 0; index < components.length; index++) {
        RecordComponent component = components[index];
        arguments[index] =
            component.getType().isRecord()
                ? nested(component, indexes)
                : value(component, outer, indexes);
      }
      return MethodHandles.permuteArguments(
          MethodHandles.filterArguments(constructor(type, components), 0, arguments),
          MethodType.methodType(Record.class, Object[].class),
          new int[arguments.length]);
    }

    private MethodHandle nested(RecordComponent component, List<Integer> indexes) {
      List<Integer> nestedIndexes = new ArrayList<>();
      MethodHandle record = record(component.getType(), component.getName(), nestedIndexes);
      if (RecordPart.isNullable(component.getAnnotatedType())) {
        int[] ofNested = nestedIndexes.stream().mapToInt(Integer::intValue).toArray();
        record =
            MethodHandles.guardWithTest(
                MethodHandles.insertArguments(ALL_NULL, 0, (Object) ofNested),
                MethodHandles.empty(record.type()),
                record);
      }
      indexes.addAll(nestedIndexes);
      return record.asType(MethodType.methodType(component.getType(), Object[].class));
    }

    private MethodHandle value(RecordComponent component, String outer, List<Integer> indexes) {
      String name = component.getName();
      MethodType signature = MethodType.methodType(component.getType(), Object[].class);
      Optional<String> column =
          RecordPart.names(outer, name).stream().filter(names::contains).findFirst();
      Optional<ColumnType> columnType = ComponentTypes.of(component.getGenericType(), name);
      if (column.isEmpty() || columnType.isEmpty()) {
        faults.add(
            column.isEmpty()
                ? "no column for component " + name
                : "no column is read as %s, the type of component %s"
                    .formatted(component.getGenericType().getTypeName(), name));
        return MethodHandles.empty(signature);
      }
      int index = columns.size();
      columns.add(new Columns.Column(column.get(), columnType.get(), true));
      indexes.add(index);
      MethodHandle value = MethodHandles.insertArguments(ELEMENT, 1, index);
      if (!RecordPart.isNullable(component.getAnnotatedType())) {
        String message =
            "column %s is null, component %s of %s must not be"
                .formatted(column.get(), name, title);
        value = MethodHandles.filterReturnValue(value, Conversions.notNull(message));
      }
      return MethodHandles.filterReturnValue(value, Conversions.to(component.getType()))
          .asType(signature);
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
