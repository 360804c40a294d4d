package dev.varve.jobs.conf;

import java.util.Arrays;
import java.util.List;

/** How values are written. */
final class SettingText {
  private SettingText() {}

  /** The items of {@code 3,5,10}, with or without brackets; at least one, which may be empty. */
  static List<String> words(String text) {
    String bare = text.strip();
    String inside =
        bare.startsWith("[") && bare.endsWith("]") ? bare.substring(1, bare.length() - 1) : bare;
    return Arrays.stream(inside.split(",", -1)).map(String::strip).toList();
  }

  /** A number without a fraction that says nothing. */
  static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
