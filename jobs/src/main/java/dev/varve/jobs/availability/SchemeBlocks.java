package dev.varve.jobs.availability;

import dev.varve.availability.Protection;
import dev.varve.placement.Redundancy;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** The number of distinct blocks of a scheme, and their bytes. */
record SchemeBlocks(long privateCount, long privateBytes, long popularCount, long popularBytes)
    implements Serializable {
  long dataBytes() {
    return privateBytes + popularBytes;
  }

  /** Mean size of a block; 0 without blocks. */
  double meanBytes() {
    long count = privateCount + popularCount;
    return count == 0 ? 0 : (double) dataBytes() / count;
  }

  /** Bytes stored, replicas or parity included. */
  long storedBytes(Protection protection) {
    return Math.round(protection.storedBytes((double) privateBytes, (double) popularBytes));
  }

  /** The popular redundancy for a result row: null without popular blocks. */
  @Nullable Redundancy popular(Redundancy redundancy) {
    return popularCount > 0 ? redundancy : null;
  }
}
