package dev.varve.simulation.retention;

import dev.varve.model.BackupState;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as retention rules see it.
 *
 * @param number distinguishes it from the others of its chain; later ones have higher numbers
 * @param takenAt when it was taken
 * @param state of a backup that is protected or unfinished; else null
 */
public record DatedSnapshot(int number, Instant takenAt, @Nullable BackupState state) {
  /** A snapshot without a state. */
  public DatedSnapshot(int number, Instant takenAt) {
    this(number, takenAt, null);
  }

  /** Order in which all rules walk: the newest first; of equal times the higher number first. */
  static final Comparator<DatedSnapshot> NEWEST_FIRST =
      Comparator.comparing(DatedSnapshot::takenAt)
          .thenComparingInt(DatedSnapshot::number)
          .reversed();
}
