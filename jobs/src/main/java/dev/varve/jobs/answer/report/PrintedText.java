package dev.varve.jobs.answer.report;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of values to text. A name from the inputs may contain characters that control the
 * terminal or change the writing direction, so that it looks like another name. A terminal shows
 * such characters as code points. CSV contains them unchanged unless requested otherwise, JSON
 * contains them escaped.
 *
 * @see <a href="https://www.unicode.org/reports/tr36/">Unicode Technical Report 36: security
 *     considerations</a>
 */
public final class PrintedText {
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private PrintedText() {}

  /** The text with every control and format character as {@code \\u{HEX}}. */
  public static String visible(String text) {
    return CONTROLS
        .matcher(text)
        .replaceAll(match -> String.format("\\\\u{%x}", match.group().codePointAt(0)));
  }

  /** A JSON text with every control and format character as a JSON escape, {@code \\uHEX}. */
  public static String json(String quoted) {
    return CONTROLS
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

  /**
   * The exact value for programs: bytes as hexadecimal digits, numbers without exponents, null as
   * an empty text.
   */
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
