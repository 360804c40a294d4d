package dev.varve.jobs.answer.plot;

import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Sizes;
import java.util.Locale;

/** Formats the tick labels of a {@link Scale}, with as few digits as tell neighbours apart. */
final class TickLabels {
  private static final String[] SI_PREFIXES = {"", " k", " M", " G", " T"};

  private static final String[] BYTE_UNITS = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};

  private TickLabels() {}

  /**
   * Label of one tick.
   *
   * @param step distance to the next tick: the label has the decimals that tell the two apart
   */
  static String label(ColumnUnit unit, double value, double step) {
    return switch (unit) {
      case BYTES -> bytes(value);
      case BYTES_PER_SECOND -> bytes(value) + "/s";
      case RATIO, AVAILABILITY -> decimal(100 * value, 100 * step) + " %";
      case NANOSECONDS -> time(value);
      default -> number(value, step);
    };
  }

  private static String bytes(double value) {
    double scaled = value;
    int power = 0;
    while (Math.abs(scaled) >= 1024 && power < BYTE_UNITS.length - 1) {
      scaled /= 1024;
      power++;
    }
    String number = String.format(Locale.ROOT, "%.2f", scaled);
    return number.replaceFirst("\\.?0+$", "") + BYTE_UNITS[power];
  }

  private static String time(double nanoseconds) {
    String[] parts = Sizes.nanoseconds(nanoseconds).split(" ");
    return parts[0].replaceFirst("(\\.\\d*?)0+$", "$1").replaceFirst("\\.$", "") + " " + parts[1];
  }

  private static String number(double value, double step) {
    double magnitude = Math.abs(value);
    if (magnitude > 0 && magnitude < 1e-4) {
      return String.format(Locale.ROOT, "%.0e", value);
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
    int decimals = (int) Math.max(0, -Math.floor(Math.log10(Math.abs(step)) + 1e-9));
    String text = String.format(Locale.ROOT, "%,." + Math.min(decimals, 9) + "f", value);
    return text.matches("-0[.0]*") ? text.substring(1) : text;
  }
}
