package dev.varve.jobs.answer.report;

import java.util.Locale;

/** Sizes, times and counts as text for people. */
public final class Sizes {
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};

  private Sizes() {}

  /** Bytes with a binary unit. */
  public static String bytes(long bytes) {
    int unit = 0;
    double value = bytes;
    while (Math.abs(value) >= 1024 && unit < BYTE_UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, BYTE_UNITS[unit]);
  }

  /** Nanoseconds in ns, us (microseconds), ms or s, with five digits or more. */
  public static String nanoseconds(double nanoseconds) {
    int unit = 0;
    double value = nanoseconds + 0.0; // without the sign of a zero
    while (Math.abs(value) >= 999.995 && unit < TIME_UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    double magnitude = Math.abs(value);
    int digits = unit == 0 && magnitude < 1 ? 6 : magnitude < 10 ? 4 : magnitude < 100 ? 3 : 2;
    boolean rounded = unit == 0 && value == Math.rint(value);
    return String.format(
        Locale.ROOT, "%,." + (rounded ? 0 : digits) + "f %s", value, TIME_UNITS[unit]);
  }

  /** Seconds, minutes or hours. */
  public static String time(double seconds) {
    long rounded = Math.round(seconds);
    if (rounded < 60) {
      return rounded + " s";
    }
    return rounded < 3600
        ? String.format(Locale.ROOT, "%d:%02d min", rounded / 60, rounded % 60)
        : String.format(Locale.ROOT, "%d:%02d h", rounded / 3600, rounded % 3600 / 60);
  }

  /** A number with its noun: {@code 1 layer}, {@code 1,234 layers}. */
  public static String count(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
