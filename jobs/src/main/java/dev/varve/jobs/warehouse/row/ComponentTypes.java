package dev.varve.jobs.warehouse.row;

import dev.varve.jobs.warehouse.row.ColumnType.ListOf;
import dev.varve.jobs.warehouse.row.ColumnType.MapOf;
import dev.varve.jobs.warehouse.row.ColumnType.Scalar;
import dev.varve.model.Fingerprint;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Maps the types of record components to the types of columns that store them. */
final class ComponentTypes {
  private static final Map<Type, ColumnType> TYPES =
      Map.ofEntries(
          Map.entry(int.class, Scalar.INT),
          Map.entry(Integer.class, Scalar.INT),
          Map.entry(long.class, Scalar.BIGINT),
          Map.entry(Long.class, Scalar.BIGINT),
          Map.entry(double.class, Scalar.DOUBLE),
          Map.entry(Double.class, Scalar.DOUBLE),
          Map.entry(boolean.class, Scalar.BOOLEAN),
          Map.entry(Boolean.class, Scalar.BOOLEAN),
          Map.entry(String.class, Scalar.STRING),
          Map.entry(byte[].class, Scalar.BINARY),
          Map.entry(Fingerprint.class, Scalar.BINARY),
          Map.entry(Instant.class, Scalar.TIMESTAMP),
          Map.entry(int[].class, new ListOf(Scalar.INT)),
          Map.entry(long[].class, new ListOf(Scalar.BIGINT)),
          Map.entry(boolean[].class, new ListOf(Scalar.BOOLEAN)));

  private ComponentTypes() {}

  /**
   * The column type for a component, or empty if no type fits. A long whose name ends in Micros is
   * stored as a time.
   */
  static Optional<ColumnType> of(Type type, String name) {
    if (name.endsWith(RecordPart.MICROS) && (type == long.class || type == Long.class)) {
      return Optional.of(Scalar.TIMESTAMP);
    }
    if (type instanceof Class<?> plain && plain.isEnum()) {
      return Optional.of(Scalar.STRING);
    }
    if (type instanceof ParameterizedType generic) {
      return ofGeneric(generic);
    }
    return Optional.ofNullable(TYPES.get(type));
  }

  /**
   * Whether a column can store a component. A count of microseconds fits a time column and a number
   * column.
   */
  static boolean fits(ColumnType column, Type type, String name) {
    return of(type, name).filter(column::equals).isPresent() || column.equals(TYPES.get(type));
  }

  private static Optional<ColumnType> ofGeneric(ParameterizedType generic) {
    Type[] arguments = generic.getActualTypeArguments();
    if (!(TYPES.get(arguments[arguments.length - 1]) instanceof Scalar last)) {
      return Optional.empty();
    }
    if (generic.getRawType() == List.class) {
      return Optional.of(new ListOf(last));
    }
    return generic.getRawType() == Map.class && TYPES.get(arguments[0]) instanceof Scalar key
        ? Optional.of(new MapOf(key, last))
        : Optional.empty();
  }
}
