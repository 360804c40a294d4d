package dev.varve.jobs.row;

import dev.varve.model.Fingerprint;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.ArraySeq;

/** Converts component values to column values of the engine; null stays null. */
@SuppressWarnings("UnusedMethod") // found by their names
final class ToColumn {
  private static final MethodType VALUE = MethodType.methodType(Object.class, Object.class);

  private ToColumn() {}

  /**
   * Method handle from a component's value to the column's; empty where they are the same.
   *
   * @param asCount whether a count of microseconds stays a number
   */
  static Optional<MethodHandle> of(Type type, boolean asCount) {
    if (type instanceof Class<?> plain && plain.isEnum()) {
      return Optional.of(find("name", VALUE));
    }
    if (type == Fingerprint.class) {
      return Optional.of(find("bytes", VALUE));
    }
    if (type == int[].class) {
      return Optional.of(find("integers", VALUE));
    }
    if (type == boolean[].class) {
      return Optional.of(find("flags", VALUE));
    }
    boolean count = type == long.class || type == Long.class;
    return count && !asCount ? Optional.of(find("instant", VALUE)) : Optional.empty();
  }

  /** Returns a value unless it is null. */
  static MethodHandle notNull(String message) {
    MethodType shape = MethodType.methodType(Object.class, String.class, Object.class);
    return MethodHandles.insertArguments(find("present", shape), 0, message);
  }

  private static MethodHandle find(String method, MethodType shape) {
    try {
      return MethodHandles.lookup().findStatic(ToColumn.class, method, shape);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object name(@Nullable Object value) {
    return value == null ? null : ((Enum<?>) value).name();
  }

  private static @Nullable Object bytes(@Nullable Object value) {
    return value == null ? null : ((Fingerprint) value).bytes();
  }

  private static @Nullable Object integers(@Nullable Object value) {
    return value == null ? null : new ArraySeq.ofInt((int[]) value);
  }

  private static @Nullable Object flags(@Nullable Object value) {
    return value == null ? null : new ArraySeq.ofBoolean((boolean[]) value);
  }

  private static @Nullable Object instant(@Nullable Object value) {
    return value == null ? null : Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
  }

  private static Object present(String message, @Nullable Object value) {
    if (value == null) {
      throw new IllegalArgumentException(message);
    }
    return value;
  }
}
