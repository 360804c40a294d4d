package dev.varve.jobs.warehouse.row;

import dev.varve.model.EpochMicros;
import dev.varve.model.Fingerprint;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversions between values of components and values of rows; null stays null. */
@SuppressWarnings("UnusedMethod") // looked up by name for method handles
final class Conversions {
  private static final MethodType VALUE = MethodType.methodType(Object.class, Object.class);

  /** Converts a constant of an enum to its name. */
  static final MethodHandle NAME = find("name", VALUE);

  /** Converts a fingerprint to its bytes. */
  static final MethodHandle BYTES = find("bytes", VALUE);

  /** Converts a moment to microseconds since 1970. */
  static final MethodHandle MICROS = find("micros", VALUE);

  private Conversions() {}

  /** The conversion from a column's value to a component of a class. */
  static MethodHandle to(Class<?> component) {
    if (component.isEnum()) {
      return MethodHandles.insertArguments(
          find("constant", MethodType.methodType(Object.class, Class.class, Object.class)),
          0,
          component);
    }
    if (component == Fingerprint.class) {
      return find("fingerprint", VALUE);
    }
    if (component == Instant.class) {
      return find("instant", VALUE);
    }
    return component == List.class ? find("list", VALUE) : MethodHandles.identity(Object.class);
  }

  /** A check that returns a value, and throws an exception if it is null. */
  static MethodHandle notNull(String message) {
    MethodType signature = MethodType.methodType(Object.class, String.class, Object.class);
    return MethodHandles.insertArguments(find("requirePresent", signature), 0, message);
  }

  private static MethodHandle find(String method, MethodType signature) {
    try {
      return MethodHandles.lookup().findStatic(Conversions.class, method, signature);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object name(@Nullable Object constant) {
    return constant == null ? null : ((Enum<?>) constant).name();
  }

  private static @Nullable Object bytes(@Nullable Object fingerprint) {
    return fingerprint == null ? null : ((Fingerprint) fingerprint).bytes();
  }

  private static @Nullable Object micros(@Nullable Object moment) {
    return moment == null ? null : (Object) EpochMicros.of((Instant) moment);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the class is that of an enum
  private static @Nullable Object constant(Class type, @Nullable Object name) {
    return name == null ? null : Enum.valueOf(type, (String) name);
  }

  private static @Nullable Object fingerprint(@Nullable Object bytes) {
    return bytes == null ? null : Fingerprint.of((byte[]) bytes);
  }

  private static @Nullable Object instant(@Nullable Object micros) {
    return micros == null ? null : Instant.EPOCH.plus((Long) micros, ChronoUnit.MICROS);
  }

  private static @Nullable Object list(@Nullable Object items) {
    if (items instanceof int[] numbers) {
      return Arrays.stream(numbers).boxed().toList();
    }
    return items instanceof long[] numbers ? Arrays.stream(numbers).boxed().toList() : items;
  }

  private static Object requirePresent(String message, @Nullable Object value) {
    if (value == null) {
      throw new IllegalArgumentException(message);
    }
    return value;
  }
}
