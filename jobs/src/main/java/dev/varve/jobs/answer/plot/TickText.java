package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Sizes;
import java.util.Locale;

/** Tick labels of an axis, with as few digits as tell neighbouring ticks apart. */
final class TickText {
  private static final String[] THOUSANDS = {"", " k", " M", " G", " T"};

  private static final String[] UNITS = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};

  private TickText() {}

  /**
   * A value.
   *
   * @param step distance to the next tick
   */
  static String of(ColumnUnit figure, double value, double step) {
    return switch (figure) {
      case BYTES -> bytes(value);
      case BYTES_PER_SECOND -> bytes(value) + "/s";
      case RATIO, AVAILABILITY -> digits(100 * value, 100 * step) + " %";
      case NANOSECONDS -> time(value);
      default -> number(value, step);
    };
  }

  private static String bytes(double value) {
    double left = value;
    int unit = 0;
    while (Math.abs(left) >= 1024 && unit < UNITS.length - 1) {
      left /= 1024;
      unit++;
    }
    String number = String.format(Locale.ROOT, "%.2f", left);
    return number.replaceFirst("\\.?0+$", "") + UNITS[unit];
  }

  private static String time(double nanoseconds) {
    String[] text = Sizes.nanoseconds(nanoseconds).split(" ");
    return text[0].replaceFirst("(\\.\\d*?)0+$", "$1").replaceFirst("\\.$", "") + " " + text[1];
  }

  private static String number(double value, double step) {
    double magnitude = Math.abs(value);
    if (magnitude > 0 && magnitude < 1e-4) {
      return String.format(Locale.ROOT, "%.0e", value);
    }
    int thousands = 0;
    double left = value;
    while (magnitude >= 1e4 && Math.abs(left) >= 1e3 && thousands < THOUSANDS.length - 1) {
      left /= 1000;
      thousands++;
    }
    return digits(left, step / Math.pow(1000, thousands)) + THOUSANDS[thousands];
  }

  private static String digits(double value, double step) {
    int digits = (int) Math.max(0, -Math.floor(Math.log10(Math.abs(step)) + 1e-9));
    String text = String.format(Locale.ROOT, "%,." + Math.min(digits, 9) + "f", value);
    return text.matches("-0[.0]*") ? text.substring(1) : text;
  }
}
