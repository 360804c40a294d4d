package dev.varve.model;

import java.time.Instant;

/** Times as stored in the tables: microseconds since 1970, UTC. */
public final class EpochMicros {
  /**
   * Build times before this are no real times: reproducible builds set their clock to the epoch of
   * Unix (1970) or of DOS (1980).
   */
  public static final Instant FIRST_BUILD = Instant.parse("1981-01-01T00:00:00Z");

  private EpochMicros() {}

  /**
   * Microseconds from 1970 to a time. They are not computed from nanoseconds between two times,
   * because 64 bits of nanoseconds end in 2262, and archives contain later times.
   *
   * @throws ArithmeticException for a time more than 292,000 years before or after 1970
   */
  public static long of(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1000);
  }
}
