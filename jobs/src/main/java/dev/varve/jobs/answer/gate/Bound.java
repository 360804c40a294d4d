package dev.varve.jobs.answer.gate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Limit of a {@link Gate} that a user typed. Values are compared with it exactly as stored, not as
 * rounded for printing.
 *
 * @param text the limit as typed
 * @param exact its value: a share for a percentage, else a number or bytes
 */
record Bound(String text, BigDecimal exact) {
  private static final Pattern TYPED =
      Pattern.compile("([+-]?\\d{1,19}(?:\\.\\d{1,40})?) ?(%|[kKMGTP]i?B|B)?");
  private static final BigDecimal PERCENT = BigDecimal.valueOf(100);
  private static final String PREFIXES = "kMGTP";

  /**
   * Reads 0.9, 90 %, 1500000000, 1.5GB or 500MiB.
   *
   * @throws IllegalArgumentException for any other text
   */
  static Bound of(String text) {
    Matcher typed = TYPED.matcher(text.strip());
    if (!typed.matches()) {
      throw new IllegalArgumentException(text + " is no number such as 0.9, 90% or 500MiB");
    }
    BigDecimal number = new BigDecimal(typed.group(1));
    String unit = typed.group(2) == null ? "" : typed.group(2);
    if (unit.equals("%")) {
      return new Bound(text.strip(), number.divide(PERCENT));
    }
    int power =
        unit.length() < 2
            ? 0
            : 1 + PREFIXES.toLowerCase(Locale.ROOT).indexOf(Character.toLowerCase(unit.charAt(0)));
    BigDecimal base = BigDecimal.valueOf(unit.contains("i") ? 1024 : 1000);
    return new Bound(text.strip(), number.multiply(base.pow(power)));
  }

  /**
   * Compares a value with the bound, with a result as of {@link Comparable#compareTo}. For a value
   * in floating point the bound is rounded to a double first, so that a ratio of 9 in 10 equals
   * 0.9.
   *
   * @return null if the value is no number
   */
  @Nullable Integer compare(@Nullable Object value) {
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isNaN(number)
          ? null
          : (Integer) Double.compare(number + 0.0, exact.doubleValue());
    }
    return value instanceof Number number ? (Integer) decimal(number).compareTo(exact) : null;
  }

  boolean isPercent() {
    return text.endsWith("%");
  }

  boolean isAboveOne() {
    return exact.compareTo(BigDecimal.ONE) > 0;
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigInteger || number instanceof BigDecimal
        ? new BigDecimal(number.toString())
        : BigDecimal.valueOf(number.longValue());
  }
}
