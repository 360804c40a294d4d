package dev.varve.jobs.row;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Rows of one table out of records of one class, by name: component {@code layerDigest} fills
 * column {@code layer_digest}. A component that is itself a record fills several columns, named
 * after its components, alone or prefixed with its own name: {@code Volume raw} fills {@code
 * raw_chunks} and {@code raw_bytes}. A count of microseconds, {@code takenAtMicros}, fills the time
 * {@code taken_at}. Every column must have exactly one component, and every component a column; a
 * method that gives a column is marked {@link Column}, components that are not columns are marked
 * {@link LeftOut}.
 *
 * <p>All of this is resolved when the binder is made, so rows cost no more than hand-written code.
 *
 * @param <T> the records
 */
public final class RowBinder<T extends Record> {
  private final String name;
  private final Class<T> type;
  private final StructType columns;
  private final boolean timesAsMicros;
  private final MethodHandle values;

  private RowBinder(String name, StructType columns, Class<T> type, boolean timesAsMicros) {
    this.name = name;
    this.type = type;
    this.columns = columns;
    this.timesAsMicros = timesAsMicros;
    this.values = values();
  }

  /**
   * Binds a record to the columns of a table.
   *
   * @param table its name, for messages
   * @throws IllegalArgumentException that lists every fault
   */
  public static <T extends Record> RowBinder<T> of(
      String table, StructType columns, Class<T> type) {
    return new RowBinder<>(table, columns, type, false);
  }

  /**
   * Derives the columns of a stream that is not stored from the record. Components of nested
   * records are prefixed with its name only where their names would not be unique.
   *
   * @throws IllegalArgumentException when no column type fits a component
   */
  public static <T extends Record> RowBinder<T> of(String stream, Class<T> type) {
    List<String> faults = new ArrayList<>();
    List<RecordPart> parts = RecordPart.of(type, faults);
    Map<String, Integer> uses = new HashMap<>();
    parts.forEach(part -> uses.merge(part.shortName(), 1, Integer::sum));
    StructType columns = new StructType();
    for (RecordPart part : parts) {
      boolean unique = uses.getOrDefault(part.shortName(), 0) == 1;
      String column = unique ? part.shortName() : part.names().get(0);
      DataType held = ColumnTypes.of(part.type(), part.name());
      if (held == null) {
        faults.add("no column holds " + part.label() + " of " + part.type().getTypeName());
      } else {
        columns = columns.add(column, held, part.nullable());
      }
    }
    check(stream, type, faults);
    return new RowBinder<>(stream, columns, type, false);
  }

  /** The same for a stream with times as microseconds. */
  RowBinder<T> inMicros() {
    return new RowBinder<>(name, columns, type, true);
  }

  /** The table that it was made for. */
  String name() {
    return name;
  }

  /** The records that it was made for. */
  Class<T> type() {
    return type;
  }

  /** The columns, in the order of the rows' values. */
  public StructType schema() {
    return columns;
  }

  /**
   * A row.
   *
   * @throws IllegalArgumentException when a column that is NOT NULL would be null
   */
  public Row row(T record) {
    return untyped(record);
  }

  Row untyped(Record record) {
    Object[] row;
    try {
      row = (Object[]) values.invokeExact(record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // accessors declare no checked exceptions
    }
    return RowFactory.create(row);
  }

  /**
   * Maps a record to the values of its row, in one method handle that the JIT compiles as a whole.
   */
  private MethodHandle values() {
    List<String> faults = new ArrayList<>();
    List<RecordPart> parts = new ArrayList<>(RecordPart.of(type, faults));
    MethodHandle[] values = new MethodHandle[columns.size()];
    for (StructField column : columns.fields()) {
      List<RecordPart> found = parts.stream().filter(part -> takes(part, column.name())).toList();
      if (found.isEmpty()) {
        faults.add("no component for column " + column.name());
      } else if (found.size() > 1) {
        faults.add("several components for column " + column.name() + ": " + labels(found));
      } else {
        values[columns.fieldIndex(column.name())] = value(found.get(0), column, faults);
      }
      parts.removeAll(found);
    }
    parts.forEach(part -> faults.add("no column for component " + part.label()));
    check(name, type, faults);
    MethodHandle array =
        MethodHandles.identity(Object[].class).asCollector(Object[].class, values.length);
    return MethodHandles.permuteArguments(
        MethodHandles.filterArguments(array, 0, values),
        MethodType.methodType(Object[].class, Record.class),
        new int[values.length]);
  }

  /** Whether this is the part's column: the first of the part's names that the table has. */
  private boolean takes(RecordPart part, String column) {
    Set<String> names = new HashSet<>(List.of(columns.fieldNames()));
    return part.names().stream().filter(names::contains).findFirst().equals(Optional.of(column));
  }

  private MethodHandle value(RecordPart part, StructField column, List<String> faults) {
    if (!ColumnTypes.matches(column.dataType(), part.type(), part.name())) {
      faults.add(
          "column %s is %s, component %s is %s"
              .formatted(
                  column.name(), column.dataType().sql(), part.label(), part.type().getTypeName()));
    }
    if (!column.nullable() && part.nullable()) {
      faults.add(
          "column %s is NOT NULL, component %s may be null".formatted(column.name(), part.label()));
    }
    if (timesAsMicros && part.type() == Instant.class) {
      faults.add("component " + part.label() + " is not a count of microseconds");
    }
    boolean micros = timesAsMicros || !column.dataType().equals(DataTypes.TimestampType);
    MethodHandle value =
        ToColumn.of(part.type(), micros)
            .map(to -> MethodHandles.filterReturnValue(part.value(), to))
            .orElse(part.value());
    if (!column.nullable() && !part.isPrimitive()) {
      String message =
          "%s, column %s is NOT NULL, component %s of %s is null"
              .formatted(name, column.name(), part.label(), type.getSimpleName());
      value = MethodHandles.filterReturnValue(value, ToColumn.notNull(message));
    }
    return value;
  }

  private static String labels(List<RecordPart> parts) {
    return String.join(", ", parts.stream().map(RecordPart::label).toList());
  }

  private static void check(String name, Class<?> type, List<String> faults) {
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          "%s and record %s: %s".formatted(name, type.getSimpleName(), String.join("; ", faults)));
    }
  }
}
