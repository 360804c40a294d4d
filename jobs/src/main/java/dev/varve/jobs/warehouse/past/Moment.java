package dev.varve.jobs.warehouse.past;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A time in the history of a warehouse. What a run brought was first seen at the moment at which
 * the run began, so that a run has one moment, and everything it brought has this moment.
 *
 * @param at the time
 * @param words what it is, for people
 */
public record Moment(Instant at, String words) {
  private static final DateTimeFormatter SQL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The time in the SQL of both engines. */
  public String sql() {
    return "TIMESTAMP '" + SQL.format(at) + "'";
  }
}
