package dev.varve.synthetic.content;

import java.time.Duration;
import java.time.Instant;

/** Times of the events in a world. Nothing depends on the clock. */
public final class Calendar {
  /** The first release of everything. */
  public static final Instant START = Instant.parse("2024-01-08T06:00:00Z");

  private Calendar() {}

  /** Time when an image of the given line and version was built: a version each two weeks. */
  public static Instant built(int line, int version) {
    return START.plus(Duration.ofDays(14L * version)).plus(Duration.ofHours(line));
  }
}
