package dev.varve.jobs.simulate.fleet;

import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.placement.Redundancy;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The number of distinct blocks of a scheme, and their bytes.
 *
 * @param privateCount private blocks: all but those of popular data
 * @param popularCount blocks of popular data
 */
public record SchemeBlocks(
    long privateCount, long privateBytes, long popularCount, long popularBytes)
    implements Serializable {
  public long dataBytes() {
    return privateBytes + popularBytes;
  }

  /** Mean size of a private block; 0 without such blocks. */
  public double meanPrivateBytes() {
    return (double) privateBytes / Math.max(1, privateCount);
  }

  /** Mean size of a popular block; 0 without such blocks. */
  public double meanPopularBytes() {
    return (double) popularBytes / Math.max(1, popularCount);
  }

  /** Bytes stored, replicas or parity included. */
  public long storedBytes(Protection protection) {
    return Math.round(protection.storedBytes((double) privateBytes, (double) popularBytes));
  }

  /** The popular redundancy that a row states: none without popular blocks. */
  public @Nullable Redundancy popular(Redundancy redundancy) {
    return popularCount > 0 ? redundancy : null;
  }
}
