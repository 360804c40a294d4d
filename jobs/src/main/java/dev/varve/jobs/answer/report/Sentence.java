package dev.varve.jobs.answer.report;

import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Template of a sentence, into which values of a row are inserted. A placeholder is the name of a
 * column in braces. A notation may follow the name after a blank. Text outside of braces is kept.
 *
 * <pre>{@code
 * placeholder          notation        value      inserted text
 * {stored_bytes}       none            1536       1.5 KiB: the unit in the column's name
 * {path}               none            usr/bin    usr/bin: a text is unchanged
 * {files file}         noun            2000       2,000 files: plural with s, and 1 file
 * {copies copy/copies} singular/plural 2          2 copies: irregular plural, and 1 copy
 * {bytes_ratio %}      %               0.1234     12.3 %: a share of 1 as a percentage
 * {digest ..}          ..              sha256:... the first 12 characters after the colon
 * }</pre>
 *
 * <p>{@link ColumnUnit#of} finds the unit in a column's name. An unknown value, which is null,
 * counts as 0 with a unit, a noun or a percent sign; otherwise it is empty. Texts may contain
 * control characters: the caller that prints the sentence escapes them.
 */
public final class Sentence {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)(?: ([^}]+))?\\}");

  private Sentence() {}

  /**
   * Inserts the values into a template.
   *
   * @param values gives the value of a column by its name, or null
   */
  public static String of(String sentence, Function<String, @Nullable Object> values) {
    return PLACEHOLDER
        .matcher(sentence)
        .replaceAll(
            placeholder ->
                Matcher.quoteReplacement(
                    value(
                        placeholder.group(1),
                        values.apply(placeholder.group(1)),
                        placeholder.group(2))));
  }

  private static String value(String column, @Nullable Object value, @Nullable String notation) {
    if (notation == null) {
      ColumnUnit unit = ColumnUnit.of(column, ColumnUnit.COUNT);
      boolean isNumber = value instanceof Number || (value == null && unit != ColumnUnit.COUNT);
      return isNumber ? unit.readable(orZero(value)) : PrintedText.exact(value);
    }
    return switch (notation) {
      case "%" -> String.format(Locale.ROOT, "%.1f %%", 100 * orZero(value).doubleValue());
      case ".." -> shortDigest(String.valueOf(value));
      default -> {
        int slash = notation.indexOf('/');
        yield slash < 0
            ? Sizes.count(rounded(value), notation)
            : String.format(
                Locale.ROOT,
                "%,d %s",
                rounded(value),
                rounded(value) == 1 ? notation.substring(0, slash) : notation.substring(slash + 1));
      }
    };
  }

  private static Number orZero(@Nullable Object value) {
    return value instanceof Number number ? number : (Number) 0L;
  }

  private static long rounded(@Nullable Object value) {
    return Math.round(orZero(value).doubleValue());
  }

  private static String shortDigest(String digest) {
    int from = digest.indexOf(':') + 1;
    return digest.substring(0, Math.min(digest.length(), from + 12));
  }
}
