package dev.varve.jobs.answer.report;

import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A sentence with values of a row in it, each by the name of its column:
 *
 * <pre>{@code
 * {stored_bytes}         as the unit in the name says: 1.5 KiB
 * {files file}           a count and its thing: 1 file, 2,000 files
 * {copies copy/copies}   a count of a thing with a plural of its own
 * {bytes_ratio %}        a percentage with one digit: 12.3 %
 * {digest ..}            as much of a digest as names it
 * }</pre>
 *
 * <p>A number that is not known counts as 0. A text stays as it is; who prints the sentence makes
 * it visible.
 */
public final class Sentence {
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)(?: ([^}]+))?\\}");

  private Sentence() {}

  /**
   * The sentence with the values in their places.
   *
   * @param values by the name of the column
   */
  public static String of(String sentence, Function<String, @Nullable Object> values) {
    return PLACE
        .matcher(sentence)
        .replaceAll(
            place ->
                Matcher.quoteReplacement(
                    value(place.group(1), values.apply(place.group(1)), place.group(2))));
  }

  private static String value(String column, @Nullable Object value, @Nullable String unit) {
    if (unit == null) {
      ColumnUnit count = ColumnUnit.of(column, ColumnUnit.COUNT);
      boolean isNumber = value instanceof Number || (value == null && count != ColumnUnit.COUNT);
      return isNumber ? count.readable(known(value)) : PrintedText.exact(value);
    }
    return switch (unit) {
      case "%" -> String.format(Locale.ROOT, "%.1f %%", 100 * known(value).doubleValue());
      case ".." -> brief(String.valueOf(value));
      default -> {
        int or = unit.indexOf('/');
        yield or < 0
            ? Sizes.count(whole(value), unit)
            : String.format(
                Locale.ROOT,
                "%,d %s",
                whole(value),
                whole(value) == 1 ? unit.substring(0, or) : unit.substring(or + 1));
      }
    };
  }

  private static Number known(@Nullable Object value) {
    return value instanceof Number number ? number : (Number) 0L;
  }

  private static long whole(@Nullable Object value) {
    return Math.round(known(value).doubleValue());
  }

  private static String brief(String digest) {
    int from = digest.indexOf(':') + 1;
    return digest.substring(0, Math.min(digest.length(), from + 12));
  }
}
