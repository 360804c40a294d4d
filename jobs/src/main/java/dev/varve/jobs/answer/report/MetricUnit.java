package dev.varve.jobs.answer.report;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name and base unit of a metric of {@link OpenMetrics}. Prometheus asks for base units: bytes,
 * seconds and ratios.
 *
 * @param name of the metric without its prefix: the name of the column, with the base unit in it
 * @param base the base unit; empty for a number without a unit
 * @param factor by which a value of the column is multiplied to be in the base unit
 * @see <a href="https://prometheus.io/docs/practices/naming/">Metric and label naming</a>
 */
record MetricUnit(String name, String base, BigDecimal factor) {
  private static final Pattern INVALID_CHARACTER = Pattern.compile("[^A-Za-z0-9_]");
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

  /**
   * Names whose endings are reserved for counters, histograms and summaries; a gauge must not use
   * them.
   */
  private static final Pattern RESERVED =
      Pattern.compile(
          ".*_(total|count|sum|bucket|created|info)|(total|count|sum|bucket|created|info)");

  static MetricUnit of(Answer.Column column) {
    String name = word(column.name());
    MetricUnit unit =
        switch (column.unit()) {
          case BYTES -> of(name, "bytes", "bytes", BigDecimal.ONE);
          case BYTES_PER_SECOND -> of(name, "bytes_per_second", "bytes_per_second", BigDecimal.ONE);
          case NANOSECONDS -> of(name, "nanos", "seconds", BigDecimal.ONE.movePointLeft(9));
          case MILLISECONDS -> of(name, "millis", "seconds", BigDecimal.ONE.movePointLeft(3));
          case SECONDS -> of(name, "seconds", "seconds", BigDecimal.ONE);
          case HOURS -> of(name, "hours", "seconds", SECONDS_PER_HOUR);
          case RATIO -> of(name, "ratio", "ratio", BigDecimal.ONE);
          default -> new MetricUnit(name, "", BigDecimal.ONE);
        };
    return RESERVED.matcher(unit.name).matches()
        ? new MetricUnit(unit.name + "_value", unit.base, unit.factor)
        : unit;
  }

  /**
   * Replaces the last occurrence of a unit in the name by its base unit, or appends the base unit.
   */
  private static MetricUnit of(String name, String unit, String base, BigDecimal factor) {
    Matcher last =
        Pattern.compile("(?<![^_])" + unit + "(?![^_])(?!.*_" + unit + "(?![^_]))").matcher(name);
    return new MetricUnit(last.find() ? last.replaceFirst(base) : name + "_" + base, base, factor);
  }

  /** A name of letters, digits and underscores that begins with a letter. */
  static String word(String name) {
    String word = INVALID_CHARACTER.matcher(name).replaceAll("_");
    return word.isEmpty() || !Character.isLetter(word.charAt(0)) ? "column_" + word : word;
  }

  /** A value in the base unit. */
  String value(Number number) {
    double fraction = number.doubleValue();
    if (Double.isNaN(fraction)) {
      return "NaN";
    }
    if (Double.isInfinite(fraction)) {
      return fraction > 0 ? "+Inf" : "-Inf";
    }
    BigDecimal value = new BigDecimal(PrintedText.exact(number)).multiply(factor);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
