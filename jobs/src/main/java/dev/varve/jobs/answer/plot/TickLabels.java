package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Sizes;
import java.util.Locale;

/**
 * Formats the tick labels of a {@link Scale}, with as few digits as tell neighbours apart. Only
 * times always have the digits that {@link Sizes#nanoseconds} prints, without zeros at the end.
 */
final class TickLabels {
  private static final String[] SI_PREFIXES = {"", " k", " M", " G", " T"};

  private static final String[] BYTE_UNITS = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};

  /** Digits of a double behind the point that are exact near 1. */
  private static final int MAX_DECIMALS = 15;

  /** Value below which a number has a power of ten: decimals would be too long to read. */
  private static final double SMALLEST_NUMBER = 1e-4;

  /** Percentage below which it has a power of ten; small percentages are common. */
  private static final double SMALLEST_DECIMAL = 1e-8;

  private TickLabels() {}

  /**
   * Label of one tick.
   *
   * @param step distance to the next tick, above zero: the label has the decimals that tell the two
   *     apart
   */
  static String label(ColumnUnit unit, double value, double step) {
    return switch (unit) {
      case BYTES -> bytes(value, step);
      case BYTES_PER_SECOND -> bytes(value, step) + "/s";
      case RATIO, AVAILABILITY -> decimal(100 * value, 100 * step) + " %";
      case NANOSECONDS -> time(value);
      default -> number(value, step);
    };
  }

  /** Bytes with two decimals, or more where neighbours would be equal. */
  private static String bytes(double value, double step) {
    double scaled = value;
    int power = 0;
    while (Math.abs(scaled) >= 1024 && power < BYTE_UNITS.length - 1) {
      scaled /= 1024;
      power++;
    }
    int decimals = Math.max(2, decimals(step / Math.pow(1024, power)));
    String number = String.format(Locale.ROOT, "%." + decimals + "f", scaled);
    return number.replaceFirst("\\.?0+$", "") + BYTE_UNITS[power];
  }

  private static String time(double nanoseconds) {
    String[] parts = Sizes.nanoseconds(nanoseconds).split(" ");
    return parts[0].replaceFirst("(\\.\\d*?)0+$", "$1").replaceFirst("\\.$", "") + " " + parts[1];
  }

  private static String number(double value, double step) {
    double magnitude = Math.abs(value);
    if (Math.max(magnitude, step) < SMALLEST_NUMBER) {
      return scientific(value, step);
    }
    int thousands = 0;
    double scaled = value;
    while (magnitude >= 1e4 && Math.abs(scaled) >= 1e3 && thousands < SI_PREFIXES.length - 1) {
      scaled /= 1000;
      thousands++;
    }
    return decimal(scaled, step / Math.pow(1000, thousands)) + SI_PREFIXES[thousands];
  }

  private static String decimal(double value, double step) {
    if (Math.max(Math.abs(value), step) < SMALLEST_DECIMAL) {
      return scientific(value, step);
    }
    String text = String.format(Locale.ROOT, "%,." + decimals(step) + "f", value);
    return text.matches("-0[.0]*") ? text.substring(1) : text;
  }

  /** A small value with a power of ten; its factor has the decimals that the step needs. */
  private static String scientific(double value, double step) {
    if (value == 0) {
      return "0";
    }
    int decimals = Math.max(0, powerOfTen(value) - powerOfTen(step));
    return String.format(Locale.ROOT, "%." + Math.min(decimals, MAX_DECIMALS) + "e", value);
  }

  private static int decimals(double step) {
    return Math.max(0, Math.min(-powerOfTen(step), MAX_DECIMALS));
  }

  /** Exponent of the power of ten at or just below a value; the addition is for rounding errors. */
  private static int powerOfTen(double value) {
    return (int) Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  }
}
