package dev.varve.jobs.parquet;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Adds the values of one type to the columns that Parquet has for it, with their levels: how much
 * is there of what may be absent, and which list goes on (the Dremel encoding of the format).
 */
sealed interface PlainValue {
  /**
   * Adds a value; the levels are those of what holds it.
   *
   * @throws NullPointerException when it is null and may not be
   */
  void write(@Nullable Object value, int repetition, int definition);

  /** Adds that what would hold a value is not there. */
  void absent(int repetition, int definition);

  /**
   * Values of a type.
   *
   * @param nullable whether one may be null
   * @param lists how many lists are around it
   * @param columns gives the columns of the file, one after another
   */
  static PlainValue of(DataType type, boolean nullable, int lists, Supplier<PlainColumn> columns) {
    int optional = nullable ? 1 : 0;
    if (type instanceof ArrayType array) {
      PlainValue element = of(array.elementType(), array.containsNull(), lists + 1, columns);
      return new Repeated(
          optional, lists + 1, PlainValue::elements, List.of(new Part(element, one -> one)));
    }
    if (type instanceof MapType map) {
      PlainValue key = of(map.keyType(), false, lists + 1, columns);
      PlainValue held = of(map.valueType(), map.valueContainsNull(), lists + 1, columns);
      return new Repeated(
          optional,
          lists + 1,
          value -> ((Map<?, ?>) value).entrySet(),
          List.of(
              new Part(key, one -> ((Map.Entry<?, ?>) one).getKey()),
              new Part(held, one -> ((Map.Entry<?, ?>) one).getValue())));
    }
    BiConsumer<PlainColumn, Object> plain = Leaf.PLAIN.get(type);
    if (plain == null) {
      throw new IllegalArgumentException("streams have no columns of " + type.sql());
    }
    return new Leaf(optional, columns.get(), plain);
  }

  private static Iterable<?> elements(Object list) {
    return list instanceof scala.collection.Iterable<?> held
        ? CollectionConverters.asJava(held)
        : (Iterable<?>) list;
  }

  /** A value that is stored. */
  record Leaf(int optional, PlainColumn column, BiConsumer<PlainColumn, Object> plain)
      implements PlainValue {
    private static final Map<DataType, BiConsumer<PlainColumn, Object>> PLAIN =
        Map.of(
            DataTypes.IntegerType, (to, value) -> to.put((int) value),
            DataTypes.LongType, (to, value) -> to.put((long) value),
            DataTypes.DoubleType, (to, value) -> to.put(Double.doubleToRawLongBits((double) value)),
            DataTypes.BooleanType, (to, value) -> to.put((boolean) value),
            DataTypes.BinaryType, (to, value) -> to.put((byte[]) value),
            DataTypes.StringType,
                (to, value) -> to.put(((String) value).getBytes(StandardCharsets.UTF_8)));

    @Override
    public void write(@Nullable Object value, int repetition, int definition) {
      if (value == null && optional == 1) {
        absent(repetition, definition);
        return;
      }
      Object there = Objects.requireNonNull(value);
      column.level(repetition, definition + optional);
      plain.accept(column, there);
    }

    @Override
    public void absent(int repetition, int definition) {
      column.level(repetition, definition);
    }
  }

  /** A list, or a map, which is a list of entries. */
  record Repeated(int optional, int lists, Function<Object, Iterable<?>> elements, List<Part> parts)
      implements PlainValue {
    @Override
    public void write(@Nullable Object value, int repetition, int definition) {
      if (value == null && optional == 1) {
        absent(repetition, definition);
        return;
      }
      Iterator<?> all = elements.apply(Objects.requireNonNull(value)).iterator();
      if (!all.hasNext()) {
        absent(repetition, definition + optional);
      }
      for (int level = repetition; all.hasNext(); level = lists) {
        Object element = all.next();
        for (Part part : parts) {
          part.value().write(part.of().apply(element), level, definition + optional + 1);
        }
      }
    }

    @Override
    public void absent(int repetition, int definition) {
      parts.forEach(part -> part.value().absent(repetition, definition));
    }
  }

  /** What each element of a list has. */
  record Part(PlainValue value, Function<Object, @Nullable Object> of) {}
}
