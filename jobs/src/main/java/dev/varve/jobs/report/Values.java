package dev.varve.jobs.report;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values as text. */
final class Values {
  private static final Pattern RATIO = Pattern.compile("_ratio($|_by_)");
  private static final Pattern BYTES = Pattern.compile("(^|_)bytes($|_by_)");

  private static final Pattern AVAILABILITY = Pattern.compile("^(availability|wanted_above)");
  private static final double TINY = 1e-4;

  private Values() {}

  /** Exact, for programs: binary as hexadecimal digits, null as empty. */
  static String exact(@Nullable Object value) {
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

  /**
   * For people: sizes with units, ratios as percentages, availabilities with their nines, large
   * counts grouped.
   */
  static String readable(String column, @Nullable Object value) {
    if (value == null) {
      return "-";
    }
    if (AVAILABILITY.matcher(column).find() && value instanceof Double number) {
      return String.format(Locale.ROOT, "%.8f %%", 100 * number);
    }
    if (RATIO.matcher(column).find() && value instanceof Number number) {
      return String.format(Locale.ROOT, "%.2f %%", 100 * number.doubleValue());
    }
    if (BYTES.matcher(column).find() && value instanceof Number number) {
      return Sizes.bytes(number.longValue());
    }
    if (value instanceof Long || value instanceof Integer) {
      return String.format(Locale.ROOT, "%,d", ((Number) value).longValue());
    }
    if (value instanceof Double number) {
      double magnitude = Math.abs(number);
      String small = magnitude < TINY ? "%.2e" : "%.6f";
      return String.format(
          Locale.ROOT, magnitude != 0 && magnitude < 0.1 ? small : "%,.2f", number);
    }
    return PrintedText.visible(exact(value));
  }
}
