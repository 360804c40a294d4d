package dev.varve.retention;

import java.time.Instant;
import java.util.Comparator;

/**
 * A snapshot as retention rules see it.
 *
 * @param number distinguishes it from the others of its chain; later ones have higher numbers
 * @param takenAt when it was taken
 */
public record DatedSnapshot(int number, Instant takenAt) {
  /** In this order all rules walk: the newest first; of equal times the later number. */
  static final Comparator<DatedSnapshot> NEWEST_FIRST =
      Comparator.comparing(DatedSnapshot::takenAt)
          .thenComparingInt(DatedSnapshot::number)
          .reversed();
}
