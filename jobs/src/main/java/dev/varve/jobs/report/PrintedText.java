package dev.varve.jobs.report;

import java.util.regex.Pattern;

/**
 * Text from the inputs on its way to a terminal. A name may hold characters that steer the terminal
 * or turn the direction of writing, and so seem to be another; they are printed as their numbers.
 * Files for programs get the text as it is.
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
}
