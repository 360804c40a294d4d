package dev.varve.jobs.engine.condition;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/** Writes values as SQL literals that Spark and DuckDB read equally. */
final class ConditionValues {
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,15}(\\.\\d{1,9})?");

  /**
   * Punctuation that is safe in a quoted literal; any other is written by its code. A backslash
   * means different things to the engines. Spark replaces a name after a dollar sign by the value
   * of a variable, which may be one of the environment.
   */
  private static final String SAFE_PUNCTUATION = " !#%&()*+,-./:;<=>?@[]^_{|}~";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  private ConditionValues() {}

  static String literal(String text, Kind kind) {
    return switch (kind) {
      case TEXT -> text(text);
      case NUMBER -> number(text);
      case TIME -> "TIMESTAMP '" + TIME.format(time(text)) + "'";
    };
  }

  private static String number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException(text + " is no number");
    }
    return "CAST(" + text + " AS DOUBLE)";
  }

  private static LocalDateTime time(String text) {
    String iso = text.strip().replace(' ', 'T');
    try {
      return iso.matches("\\d{4}-\\d\\d-\\d\\d")
          ? LocalDate.parse(iso).atStartOfDay()
          : LocalDateTime.parse(
              iso.matches("\\d{4}-.*Z") ? iso.substring(0, iso.length() - 1) : iso);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          text + " is no time such as 2024-01-31 or '2024-01-31 12:00:00', in UTC", e);
    }
  }

  /**
   * A LIKE pattern with an exclamation mark as its escape character, which no engine treats
   * specially.
   */
  static String pattern(String typed) {
    StringBuilder pattern = new StringBuilder();
    for (int at = 0; at < typed.length(); at++) {
      char character = typed.charAt(at);
      boolean literal = character == '\\' && at + 1 < typed.length();
      if (literal) {
        character = typed.charAt(++at);
      }
      boolean special = character == '!' || (literal && (character == '%' || character == '_'));
      pattern.append(special ? "!" : "").append(character);
    }
    return text(pattern.toString());
  }

  private static String text(String text) {
    StringBuilder sql = new StringBuilder("'");
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      boolean isSafe =
          character > '~'
              || Character.isLetterOrDigit(character)
              || SAFE_PUNCTUATION.indexOf(character) >= 0;
      if (character < ' ' || character == '\u007f') {
        throw new IllegalArgumentException("a value contains a control character");
      }
      sql.append(isSafe ? String.valueOf(character) : "' || chr(" + (int) character + ") || '");
    }
    return "(" + sql.append("'") + ")";
  }
}
