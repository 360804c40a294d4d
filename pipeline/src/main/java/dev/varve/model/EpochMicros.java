package dev.varve.model;

import java.time.Instant;

/** Times as stored in the tables: microseconds since 1970, UTC. */
public final class EpochMicros {
  /**
   * Builds that set their clock to an epoch, of Unix in 1970 or of DOS in 1980, say nothing of
   * their time: they are before this.
   */
  public static final Instant FIRST_BUILD = Instant.parse("1981-01-01T00:00:00Z");

  private EpochMicros() {}

  /**
   * Microseconds from 1970 to a time. They are not computed from nanoseconds, as the JDK does it
   * between two times: these end in 2262, and archives contain later times.
   *
   * @throws ArithmeticException some 292,000 years before or after 1970
   */
  public static long of(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1000);
  }
}
