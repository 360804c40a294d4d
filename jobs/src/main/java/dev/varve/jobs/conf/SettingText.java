package dev.varve.jobs.conf;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How values are written. */
final class SettingText {
  /** An item of a list, in quotes or without, and what ends it. */
  private static final Pattern ITEM =
      Pattern.compile("\\s*(\"(?:[^\"\\\\]|\\\\.)*\"(?=\\s*(?:,|$))|[^,]*)\\s*(,|$)");

  private static final Pattern NO_ITEMS = Pattern.compile("\\s*\\[\\s*]\\s*");

  /** What would not be read as it stands. */
  private static final Pattern SPECIAL =
      Pattern.compile(".*,.*|[\"\\s\\[].*|.*[\\s\\]]", Pattern.DOTALL);

  private SettingText() {}

  /**
   * The items of {@code 3,5,10}, with or without brackets; at least one, which may be empty. Items
   * may be in quotes, as in a file; with a comma in them they must.
   */
  static List<String> words(String text) {
    String bare = text.strip();
    String inside =
        bare.startsWith("[") && bare.endsWith("]") ? bare.substring(1, bare.length() - 1) : bare;
    List<String> words = new ArrayList<>();
    Matcher item = ITEM.matcher(inside);
    while (item.lookingAt()) {
      words.add(word(item.group(1)));
      if (item.group(2).isEmpty()) {
        break;
      }
      item.region(item.end(), inside.length());
    }
    return words;
  }

  private static String word(String item) {
    return item.length() > 1 && item.startsWith("\"") && item.endsWith("\"")
        ? ConfigFactory.parseString("word = " + item).getString("word")
        : item.strip();
  }

  /** What {@link #words} reads as these items. */
  static String list(List<?> items) {
    return items.stream()
        .map(String::valueOf)
        .map(item -> SPECIAL.matcher(item).matches() ? ConfigUtil.quoteString(item) : item)
        .collect(Collectors.joining(","));
  }

  /** A value as it is given in an assignment, where {@code []} is a list without items. */
  static String assigned(String text) {
    return NO_ITEMS.matcher(text).matches() ? "" : text;
  }

  /** A number without a fraction that says nothing. */
  static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
