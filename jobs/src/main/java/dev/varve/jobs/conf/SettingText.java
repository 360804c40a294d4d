package dev.varve.jobs.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Notation of values in files and on the command line. */
final class SettingText {
  /** An item of a list, in quotes or without, and the comma or end behind it. */
  private static final Pattern ITEM =
      Pattern.compile(
          "\\s*(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"(?=\\s*(?:,|\\z))|[^,]*)\\s*(,|\\z)",
          Pattern.DOTALL);

  private static final Pattern ESCAPED = Pattern.compile("\\\\([\"\\\\])");

  private SettingText() {}

  /**
   * The items of a list such as {@code 3,5,10}, with or without brackets; at least one, which may
   * be empty. An item may be in quotes, and must be if it contains a comma. In quotes, a backslash
   * escapes a quote or a backslash.
   */
  static List<String> items(String text) {
    String trimmed = text.strip();
    String inside =
        trimmed.startsWith("[") && trimmed.endsWith("]")
            ? trimmed.substring(1, trimmed.length() - 1)
            : trimmed;
    List<String> items = new ArrayList<>();
    Matcher item = ITEM.matcher(inside);
    while (item.lookingAt()) {
      items.add(unquoted(item.group(1)));
      if (item.group(2).isEmpty()) {
        break;
      }
      item.region(item.end(), inside.length());
    }
    return items;
  }

  private static String unquoted(String item) {
    return item.length() > 1 && item.startsWith("\"") && item.endsWith("\"")
        ? ESCAPED.matcher(item.substring(1, item.length() - 1)).replaceAll("$1")
        : item.strip();
  }

  /** The items as text, which {@link #items} reads as the same items. */
  static String list(List<?> items) {
    return items.stream()
        .map(String::valueOf)
        .map(item -> isPlain(item) ? item : quoted(item))
        .collect(Collectors.joining(","));
  }

  private static boolean isPlain(String item) {
    return item.equals(item.strip())
        && !item.contains(",")
        && !item.startsWith("\"")
        && !item.startsWith("[")
        && !item.endsWith("]");
  }

  private static String quoted(String item) {
    return '"' + item.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The key for a component of a record: {@code idle-seconds} for {@code idleSeconds}. */
  static String kebab(String camel) {
    return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** The name for a constant of an enum: {@code per-file} for {@code PER_FILE}. */
  static String name(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A number as text; a whole one without {@code .0}. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
