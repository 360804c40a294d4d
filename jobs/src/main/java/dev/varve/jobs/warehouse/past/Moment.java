package dev.varve.jobs.warehouse.past;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A time in the history of a warehouse. A run has one moment, its start: all rows that the run
 * added count as first seen at that time.
 *
 * @param at the time
 * @param words description of the moment, for people
 */
public record Moment(Instant at, String words) {
  private static final DateTimeFormatter SQL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The time as a SQL literal that both engines understand. */
  public String sql() {
    return "TIMESTAMP '" + SQL.format(at) + "'";
  }
}
