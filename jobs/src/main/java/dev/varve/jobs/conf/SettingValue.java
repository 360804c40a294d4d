package dev.varve.jobs.conf;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts the text of one setting to the type of a record's component. The component's name, type
 * and annotations say what is allowed; for a list or a map, the type of its values.
 *
 * @param faults receives the faults
 */
record SettingValue(String key, RecordComponent component, List<String> faults) {
  /** Names of components whose values are sizes with a unit. */
  private static final Pattern SIZE = Pattern.compile("(.*B|b)ytes(PerSecond)?");

  private static final Pattern SIZE_TEXT =
      Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)\\s*([BKMGTPEbkmgtpe][A-Za-z]*|)");

  /** Limit of sizes of type int, 1 GiB: they are lengths of byte arrays. */
  private static final int MAX_ARRAY_BYTES = 1 << 30;

  private Class<?> type() {
    Type type = component.getGenericType();
    if (type instanceof ParameterizedType several) {
      Type[] types = several.getActualTypeArguments();
      type = types[types.length - 1];
    }
    return MethodType.methodType((Class<?>) type).wrap().returnType();
  }

  /** The static method of the record, or of the type, that parses a value. */
  Optional<Method> notation() {
    return Stream.concat(
            methods(component.getDeclaringRecord(), component.getName()), methods(type(), "parse"))
        .findFirst();
  }

  private static Stream<Method> methods(Class<?> type, String name) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(name) && Modifier.isStatic(method.getModifiers()))
        .filter(method -> List.of(method.getParameterTypes()).equals(List.of(String.class)));
  }

  private boolean isList() {
    return component.getType() == List.class;
  }

  @Nullable Object read(String text) {
    if (isList()) {
      return text.isBlank() && component.isAnnotationPresent(MayBeEmpty.class)
          ? List.of()
          : items(text);
    }
    if (notation().isEmpty() && names().isEmpty()) {
      return unconstrained(text);
    }
    List<@Nullable Object> values = items(text);
    if (values.size() > 1) {
      faults.add(key + " is " + text + "; it takes one value");
    }
    return values.get(0);
  }

  private List<@Nullable Object> items(String text) {
    return SettingText.items(text).stream().map(this::item).distinct().toList();
  }

  private @Nullable Object item(String word) {
    Optional<Method> notation = notation();
    List<String> names = names();
    if (notation.isPresent()) {
      return parsed(notation.get(), word);
    }
    if (names.isEmpty()) {
      return unconstrained(word);
    }
    int index = names.indexOf(word);
    if (index < 0) {
      faults.add(key + " is " + word + "; choose one of " + names);
      return null;
    }
    Object @Nullable [] constants = type().getEnumConstants();
    return constants != null
        ? constants[index]
        : type() == Boolean.class ? (Object) word.equals("true") : word;
  }

  private @Nullable Object parsed(Method parse, String word) {
    try {
      parse.setAccessible(true);
      return parse.invoke(null, word);
    } catch (ReflectiveOperationException e) {
      if (e.getCause() instanceof IllegalArgumentException fault) {
        faults.add(key + " is " + word + ": " + fault.getMessage());
        return null;
      }
      throw new IllegalStateException(e);
    }
  }

  /** The allowed names of a value; empty if any text is allowed. */
  private List<String> names() {
    if (type().isEnum()) {
      return Stream.of(type().getEnumConstants()).map(SettingText::name).toList();
    }
    OneOf names = component.getAnnotation(OneOf.class);
    if (names == null || names.value().length > 0) {
      List<String> answers = type() == Boolean.class ? List.of("false", "true") : List.of();
      return names == null ? answers : List.of(names.value());
    }
    try {
      Field list = names.in().getDeclaredField(names.list());
      list.setAccessible(true);
      return ((List<?>) list.get(null)).stream().map(String::valueOf).toList();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Object unconstrained(String text) {
    Class<?> type = type();
    if (type == String.class) {
      return text;
    }
    boolean isSize = SIZE.matcher(component.getName()).matches();
    Range range = component.getAnnotation(Range.class);
    double defaultMin = type == Double.class ? 0 : 1;
    double min = range == null ? defaultMin : range.low();
    double max = range == null ? Double.MAX_VALUE : range.high();
    if (type == Double.class) {
      return number(text, min, max, "number");
    }
    if (type == Long.class || isSize) {
      max = type == Long.class ? max : Math.min(max, MAX_ARRAY_BYTES);
      long value = integer(text, (long) min, (long) max, isSize);
      return type == Long.class ? (Object) value : (Object) (int) value;
    }
    max = Math.min(max, Integer.MAX_VALUE);
    return isList()
        ? (int) number(text, min, max, "whole number")
        : (int) integer(text, (long) min, (long) max, false);
  }

  private double number(String text, double min, double max, String kind) {
    try {
      double value = new BigDecimal(text).doubleValue();
      if (value >= min && value <= max && (kind.equals("number") || value == Math.rint(value))) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    String bounds = " from " + SettingText.number(min) + " to " + SettingText.number(max);
    faults.add(key + " is " + text + "; it must be a " + kind + bounds);
    return min;
  }

  private long integer(String text, long min, long max, boolean isSize) {
    String bounds =
        min == 1 && max >= Integer.MAX_VALUE ? "positive" : "from " + min + " to " + max;
    try {
      BigDecimal value = isSize ? size(text) : new BigDecimal(text);
      if (value.compareTo(BigDecimal.valueOf(max)) > 0) {
        String range = bounds.equals("positive") ? "at most " + max : bounds;
        faults.add(key + " is " + text + "; it must be " + range);
      } else if (value.longValueExact() < min) {
        faults.add(key + " is " + text + "; it must be " + bounds);
      } else {
        return value.longValueExact();
      }
    } catch (ConfigException | ArithmeticException | NumberFormatException e) {
      faults.add(key + " is no valid number or size: " + text + "; it must be " + bounds);
    }
    return min;
  }

  /** Reads a size in bytes, such as 512, 64 MiB or 1.5 kB. */
  private static BigDecimal size(String text) {
    Matcher parts = SIZE_TEXT.matcher(text.trim());
    if (!parts.matches()) {
      throw new NumberFormatException(text);
    }
    String unit = parts.group(2).isEmpty() ? "B" : parts.group(2);
    BigDecimal bytes = new BigDecimal(unitBytes(unit));
    return new BigDecimal(parts.group(1)).multiply(bytes);
  }

  private static BigInteger unitBytes(String typedUnit) {
    String unit = typedUnit.equals("KB") ? "kB" : typedUnit;
    Config size = ConfigFactory.parseMap(Map.of("size", "1 " + unit));
    return size.getMemorySize("size").toBytesBigInteger();
  }
}
