package dev.varve.jobs.warehouse.row;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The source of one column in a record: a component that is not a record itself, of this record or
 * of a nested one, or a method marked {@link Column}.
 *
 * @param label path of components for error messages, such as {@code entry.path}
 * @param name of the component
 * @param names possible names of the column; the first name that the table has is used
 * @param type declared type of the component
 * @param nullable whether the component, or a record that contains it, is declared nullable
 * @param value method handle that takes the record and returns the boxed value
 */
record RecordPart(
    String label,
    String name,
    List<String> names,
    Type type,
    boolean nullable,
    MethodHandle value) {

  /** Suffix of the names of components that count microseconds since the epoch. */
  static final String MICROS = "Micros";

  private static final MethodType BOXED = MethodType.methodType(Object.class, Record.class);
  private static final MethodHandle IS_NULL =
      isNull(MethodType.methodType(boolean.class, Record.class));

  /** The parts of a record in the order of declaration; faults are added to the list. */
  static List<RecordPart> of(Class<? extends Record> type, List<String> faults) {
    List<RecordPart> parts = new ArrayList<>();
    MethodHandle self = MethodHandles.identity(Record.class);
    new PartCollector(faults, parts).add(type, self, "", false, Set.of());
    return parts;
  }

  /**
   * Possible column names of a component: prefixed with the name of the record that it is nested
   * in, or its own name alone. For a count of microseconds, the names without the suffix {@code
   * Micros} come first.
   */
  static List<String> names(String outer, String name) {
    List<String> names =
        name.endsWith(MICROS)
            ? List.of(snake(name.substring(0, name.length() - MICROS.length())), snake(name))
            : List.of(snake(name));
    return outer.isEmpty()
        ? names
        : Stream.concat(names.stream().map(column -> snake(outer) + "_" + column), names.stream())
            .toList();
  }

  /** A lookup for method handles that may access the non-public members of a record class. */
  static MethodHandles.Lookup lookup(Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static boolean isNullable(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class);
  }

  boolean isPrimitive() {
    return type instanceof Class<?> plain && plain.isPrimitive();
  }

  /**
   * The shortest possible column name: the component's own name, for a time without the suffix
   * {@code Micros}.
   */
  String shortName() {
    return names.get(name.endsWith(MICROS) ? names.size() - 2 : names.size() - 1);
  }

  private static String snake(String camel) {
    return camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private record PartCollector(List<String> faults, List<RecordPart> parts) {
    void add(
        Class<?> type, MethodHandle path, String outer, boolean nullable, Set<String> leftOut) {
      List<String> left = new ArrayList<>(leftOut);
      for (RecordComponent component : type.getRecordComponents()) {
        if (!left.remove(component.getName())) {
          boolean mayBeNull = nullable || isNullable(component.getAnnotatedType());
          MethodHandle value = value(path, component.getAccessor(), nullable);
          if (component.getType().isRecord()) {
            LeftOut omitted = component.getAnnotation(LeftOut.class);
            Set<String> names = omitted == null ? Set.of() : Set.of(omitted.value());
            add(component.getType(), value, component.getName(), mayBeNull, names);
          } else {
            add(component.getName(), component.getGenericType(), value, outer, mayBeNull);
          }
        }
      }
      for (Method method : type.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Column.class)) {
          boolean mayBeNull = nullable || isNullable(method.getAnnotatedReturnType());
          MethodHandle value = value(path, method, nullable);
          add(method.getName(), method.getGenericReturnType(), value, outer, mayBeNull);
        }
      }
      left.forEach(name -> faults.add("there is no component " + outer + "." + name));
    }

    private void add(String name, Type type, MethodHandle value, String outer, boolean nullable) {
      String label = outer.isEmpty() ? name : outer + "." + name;
      parts.add(new RecordPart(label, name, names(outer, name), type, nullable, value));
    }

    /** Extends a path by one step; when a record on the path is null, the value is null. */
    private static MethodHandle value(MethodHandle path, Method step, boolean nullable) {
      MethodHandle next;
      try {
        next = lookup(step.getDeclaringClass()).unreflect(step).asType(BOXED);
      } catch (IllegalAccessException e) {
        throw new IllegalArgumentException(e);
      }
      if (nullable) {
        MethodHandle none =
            MethodHandles.dropArguments(
                MethodHandles.constant(Object.class, null), 0, Record.class);
        next = MethodHandles.guardWithTest(IS_NULL, none, next);
      }
      return MethodHandles.filterReturnValue(
          path.asType(MethodType.methodType(Record.class, Record.class)), next);
    }
  }

  private static MethodHandle isNull(MethodType shape) {
    try {
      return MethodHandles.publicLookup()
          .findStatic(Objects.class, "isNull", MethodType.methodType(boolean.class, Object.class))
          .asType(shape);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
