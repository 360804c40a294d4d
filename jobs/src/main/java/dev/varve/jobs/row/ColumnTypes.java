package dev.varve.jobs.row;

import dev.varve.model.Fingerprint;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** Which type of column holds which type of component. */
final class ColumnTypes {
  private static final Map<Type, DataType> PLAIN =
      Map.ofEntries(
          Map.entry(int.class, DataTypes.IntegerType),
          Map.entry(Integer.class, DataTypes.IntegerType),
          Map.entry(long.class, DataTypes.LongType),
          Map.entry(Long.class, DataTypes.LongType),
          Map.entry(double.class, DataTypes.DoubleType),
          Map.entry(Double.class, DataTypes.DoubleType),
          Map.entry(boolean.class, DataTypes.BooleanType),
          Map.entry(Boolean.class, DataTypes.BooleanType),
          Map.entry(String.class, DataTypes.StringType),
          Map.entry(byte[].class, DataTypes.BinaryType),
          Map.entry(Fingerprint.class, DataTypes.BinaryType),
          Map.entry(Instant.class, DataTypes.TimestampType),
          Map.entry(int[].class, DataTypes.createArrayType(DataTypes.IntegerType)),
          Map.entry(boolean[].class, DataTypes.createArrayType(DataTypes.BooleanType)));

  private ColumnTypes() {}

  /** The column of a component, or null when it has none; names that end in Micros are times. */
  static @Nullable DataType of(Type type, String name) {
    if (name.endsWith(RecordPart.MICROS) && (type == long.class || type == Long.class)) {
      return DataTypes.TimestampType;
    }
    if (type instanceof Class<?> plain && plain.isEnum()) {
      return DataTypes.StringType;
    }
    if (type instanceof ParameterizedType generic) {
      return ofGeneric(generic);
    }
    return PLAIN.get(type);
  }

  /** Whether the types of a column and a component match, without regard to nullability. */
  static boolean matches(DataType column, Type type, String name) {
    DataType wanted = of(type, name);
    boolean countsMicros = DataTypes.TimestampType.equals(wanted) && column.equals(PLAIN.get(type));
    return countsMicros
        || (wanted != null && wanted.catalogString().equals(column.catalogString()));
  }

  private static @Nullable DataType ofGeneric(ParameterizedType generic) {
    Type[] arguments = generic.getActualTypeArguments();
    DataType last = of(arguments[arguments.length - 1], "");
    if (last == null) {
      return null;
    }
    if (generic.getRawType() == List.class) {
      return DataTypes.createArrayType(last);
    }
    DataType key = of(arguments[0], "");
    return generic.getRawType() == Map.class && key != null
        ? DataTypes.createMapType(key, last)
        : null;
  }
}
