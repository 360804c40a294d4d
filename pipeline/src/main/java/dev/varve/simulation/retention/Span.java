package dev.varve.simulation.retention;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time back, as in {@code 1y5m7d2h}; each tool counts years and months in its own way. */
public record Span(int years, int months, int weeks, int days, int hours) {
  /** No time: the rule is off. */
  public static final Span NONE = new Span(0, 0, 0, 0, 0);

  private static final Pattern PART = Pattern.compile("(\\d{1,6})([ymwdh])");
  private static final int DAYS_OF_WEEK = 7;
  private static final int DAYS_OF_MONTH = 31;
  private static final int DAYS_OF_YEAR = 365;

  /**
   * Numbers with the units y, m, w, d, h, each at most once.
   *
   * @throws IllegalArgumentException when the text is no such thing
   */
  public static Span parse(String text) {
    Matcher parts = PART.matcher(text.strip().toLowerCase(Locale.ROOT));
    int[] values = new int["ymwdh".length()];
    int at = 0;
    while (at < parts.regionEnd() && parts.find(at) && parts.start() == at) {
      int unit = "ymwdh".indexOf(parts.group(2));
      if (values[unit] != 0) {
        throw new IllegalArgumentException("a unit is given twice");
      }
      values[unit] = Integer.parseInt(parts.group(1));
      at = parts.end();
    }
    if (at == 0 || at != parts.regionEnd()) {
      throw new IllegalArgumentException("write it as in 7d, 4w or 1y5m7d2h");
    }
    return new Span(values[0], values[1], values[2], values[3], values[4]);
  }

  /** Whether it is no time at all. */
  public boolean isNone() {
    return equals(NONE);
  }

  /** Text of the setting, such as {@code 1y7d}. */
  public String label() {
    StringBuilder text = new StringBuilder();
    int[] values = {years, months, weeks, days, hours};
    for (int unit = 0; unit < values.length; unit++) {
      if (values[unit] != 0) {
        text.append(values[unit]).append("ymwdh".charAt(unit));
      }
    }
    return text.isEmpty() ? "0d" : text.toString();
  }

  /** Length by borg's count: a month has 31 days, a year 365 (borg, {@code interval}). */
  public Duration fixed() {
    long all =
        (long) years * DAYS_OF_YEAR
            + (long) months * DAYS_OF_MONTH
            + (long) weeks * DAYS_OF_WEEK
            + days;
    return Duration.ofDays(all).plusHours(hours);
  }

  /**
   * Start of the span before a time, by restic's count: by the calendar, where a day that its month
   * lacks runs over into the next month (Go, {@code Time.AddDate}). So a month before March 31 is
   * March 3 or 2.
   */
  public ZonedDateTime before(ZonedDateTime time) {
    ZoneId zone = time.getZone();
    ZonedDateTime shifted =
        time.withZoneSameLocal(ZoneOffset.UTC)
            .withDayOfMonth(1)
            .minusYears(years)
            .minusMonths(months)
            .plusDays(time.getDayOfMonth() - 1L)
            .minusDays((long) weeks * DAYS_OF_WEEK + days);
    return shifted.withZoneSameLocal(zone).minusHours(hours);
  }
}
