package dev.varve.simulation.retention;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** The periods that rules keep one snapshot of, in the order in which the tools apply them. */
public enum Period {
  /** Every snapshot by itself; for borg and Proxmox those of one second are one. */
  LAST,
  /** An hour of the local clock: where the clock is put back, two hours are one. */
  HOURLY,
  /** A calendar day. */
  DAILY,
  /** A week of ISO 8601, which belongs to the year of its Thursday. */
  WEEKLY,
  /** A calendar month. */
  MONTHLY,
  /** A calendar year. */
  YEARLY;

  /** The name in rules and tables, such as {@code daily}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A number that all times of one period have in common, in the zone of the time. */
  long of(ZonedDateTime time) {
    return switch (this) {
      case LAST -> time.toLocalDateTime().toEpochSecond(ZoneOffset.UTC);
      case HOURLY -> time.toLocalDate().toEpochDay() * 24 + time.getHour();
      case DAILY -> time.toLocalDate().toEpochDay();
      case WEEKLY ->
          time.get(IsoFields.WEEK_BASED_YEAR) * 100L + time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      case MONTHLY -> time.getYear() * 12L + time.getMonthValue();
      case YEARLY -> time.getYear();
    };
  }
}
