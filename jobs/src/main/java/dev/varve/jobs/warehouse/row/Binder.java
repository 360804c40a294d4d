package dev.varve.jobs.warehouse.row;

import dev.varve.model.Fingerprint;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts records of one class to rows of one table. Components and columns are matched by name:
 * component {@code layerDigest} fills column {@code layer_digest}. A component that is itself a
 * record fills several columns, named after its components, alone or prefixed with its own name:
 * {@code Volume raw} fills {@code raw_chunks} and {@code raw_bytes}. A component that counts
 * microseconds since 1970, such as {@code takenAtMicros}, fills the time column {@code taken_at}.
 * Every column must have exactly one component, and every component a column. A method that gives a
 * column is marked {@link Column}, components that are not columns are marked {@link LeftOut}.
 *
 * <p>Names and types are compared once, when the binder is made. So converting a record costs no
 * more than hand-written code.
 *
 * @param <T> the records
 */
public final class Binder<T extends Record> {
  private final String table;
  private final Class<T> type;
  private final Columns columns;
  private final MethodHandle values;

  private Binder(String table, Columns columns, Class<T> type) {
    this.table = table;
    this.type = type;
    this.columns = columns;
    this.values = values();
  }

  /**
   * Binds a record to the columns of a table.
   *
   * @param table name of the table, for error messages
   * @throws IllegalArgumentException that lists every fault
   */
  public static <T extends Record> Binder<T> of(String table, Columns columns, Class<T> type) {
    return new Binder<>(table, columns, type);
  }

  /**
   * Derives the columns from the record, for rows that are not stored. Components of nested records
   * are prefixed with its name only where their names would not be unique.
   *
   * @throws IllegalArgumentException when no column type fits a component
   */
  public static <T extends Record> Binder<T> of(Class<T> type) {
    return new Binder<>(type.getSimpleName(), columns(type), type);
  }

  private static Columns columns(Class<? extends Record> type) {
    List<String> faults = new ArrayList<>();
    List<RecordPart> parts = RecordPart.of(type, faults);
    Map<String, Integer> uses = new HashMap<>();
    parts.forEach(part -> uses.merge(part.shortName(), 1, Integer::sum));
    List<Columns.Column> columns = new ArrayList<>();
    for (RecordPart part : parts) {
      boolean unique = uses.getOrDefault(part.shortName(), 0) == 1;
      String column = unique ? part.shortName() : part.names().get(0);
      Optional<ColumnType> columnType = ComponentTypes.of(part.type(), part.name());
      if (columnType.isEmpty()) {
        faults.add("no column stores " + part.label() + " of " + part.type().getTypeName());
      } else {
        columns.add(new Columns.Column(column, columnType.get(), part.nullable()));
      }
    }
    requireNoFaults(type.getSimpleName(), type, faults);
    return new Columns(columns);
  }

  /** The columns, in the order of the rows' values. */
  public Columns columns() {
    return columns;
  }

  /** The class of the records. */
  public Class<T> type() {
    return type;
  }

  /**
   * The values of a row.
   *
   * @throws IllegalArgumentException when a column that is NOT NULL would be null
   */
  public @Nullable Object[] row(T record) {
    return rowOf(record);
  }

  /**
   * The values of a row. The record must be an instance of the bound class, which the compiler
   * cannot check here.
   */
  public @Nullable Object[] rowOf(Record record) {
    try {
      return (@Nullable Object[]) values.invokeExact(record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // accessors declare no checked exceptions
    }
  }

  /**
   * Maps a record to the values of its row, in one method handle that the JIT compiles as a whole.
   */
  private MethodHandle values() {
    List<String> faults = new ArrayList<>();
    List<RecordPart> parts = new ArrayList<>(RecordPart.of(type, faults));
    MethodHandle[] handles = new MethodHandle[columns.size()];
    Set<String> names = new HashSet<>(columns.names());
    for (int index = 0; index < handles.length; index++) {
      Columns.Column column = columns.all().get(index);
      List<RecordPart> sources =
          parts.stream().filter(part -> fills(part, column.name(), names)).toList();
      if (sources.isEmpty()) {
        faults.add("no component for column " + column.name());
      } else if (sources.size() > 1) {
        faults.add("several components for column " + column.name() + ": " + labels(sources));
      } else {
        handles[index] = value(sources.get(0), column, faults);
      }
      parts.removeAll(sources);
    }
    parts.forEach(part -> faults.add("no column for component " + part.label()));
    requireNoFaults(table, type, faults);
    MethodHandle array =
        MethodHandles.identity(Object[].class).asCollector(Object[].class, handles.length);
    return MethodHandles.permuteArguments(
        MethodHandles.filterArguments(array, 0, handles),
        MethodType.methodType(Object[].class, Record.class),
        new int[handles.length]);
  }

  /**
   * Whether a part fills this column: it is the first of the part's possible names that the table
   * has.
   */
  private static boolean fills(RecordPart part, String column, Set<String> names) {
    return part.names().stream().filter(names::contains).findFirst().equals(Optional.of(column));
  }

  private MethodHandle value(RecordPart part, Columns.Column column, List<String> faults) {
    if (!ComponentTypes.fits(column.type(), part.type(), part.name())) {
      faults.add(
          "column %s is %s, component %s is %s"
              .formatted(
                  column.name(), column.type().sql(), part.label(), part.type().getTypeName()));
    }
    if (!column.nullable() && part.nullable()) {
      faults.add(
          "column %s is NOT NULL, component %s may be null".formatted(column.name(), part.label()));
    }
    Type partType = part.type();
    MethodHandle value = part.value();
    if (partType instanceof Class<?> plain && plain.isEnum()) {
      value = MethodHandles.filterReturnValue(value, Conversions.NAME);
    } else if (partType == Fingerprint.class) {
      value = MethodHandles.filterReturnValue(value, Conversions.BYTES);
    } else if (partType == Instant.class) {
      value = MethodHandles.filterReturnValue(value, Conversions.MICROS);
    }
    if (!column.nullable() && !part.isPrimitive()) {
      String message =
          "%s, column %s is NOT NULL, component %s of %s is null"
              .formatted(table, column.name(), part.label(), type.getSimpleName());
      value = MethodHandles.filterReturnValue(value, Conversions.notNull(message));
    }
    return value;
  }

  private static String labels(List<RecordPart> parts) {
    return String.join(", ", parts.stream().map(RecordPart::label).toList());
  }

  private static void requireNoFaults(String name, Class<?> type, List<String> faults) {
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          "%s and record %s: %s".formatted(name, type.getSimpleName(), String.join("; ", faults)));
    }
  }
}
