package dev.varve.jobs.answer.report;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values as text. A name from the inputs may contain characters that control the terminal or change
 * the direction of writing, and so may look like another name. On a terminal they are printed as
 * their code points. CSV gets the text unchanged unless requested otherwise, JSON as its escapes.
 *
 * @see <a href="https://www.unicode.org/reports/tr36/">Unicode Technical Report 36: security
 *     considerations</a>
 */
public final class PrintedText {
  private static final Pattern STEERING = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private PrintedText() {}

  /** The text with every control and format character as {@code \\u{HEX}}. */
  public static String visible(String text) {
    return STEERING
        .matcher(text)
        .replaceAll(match -> String.format("\\\\u{%x}", match.group().codePointAt(0)));
  }

  /** A text of JSON, in quotes, with these characters escaped as JSON has it. */
  public static String json(String quoted) {
    return STEERING
        .matcher(quoted)
        .replaceAll(
            match ->
                match
                    .group()
                    .chars()
                    .mapToObj(unit -> String.format("\\\\u%04x", unit))
                    .collect(Collectors.joining()));
  }

  /** Makes a text of several lines visible, such as a message: its lines stay lines. */
  public static String visibleLines(String text) {
    return text.replace("\t", "    ")
        .lines()
        .map(PrintedText::visible)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /** Exact, for programs: binary as hexadecimal digits, no exponents, null as empty. */
  public static String exact(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Double number) {
      return number.isNaN() || number.isInfinite()
          ? String.valueOf(number)
          : new BigDecimal(String.valueOf(number)).toPlainString();
    }
    return String.valueOf(value);
  }
}
