package dev.varve.simulation.backup;

/**
 * An amount of data.
 *
 * @param chunks how many chunks, or references to chunks
 * @param bytes their lengths together
 */
public record Volume(long chunks, long bytes) {
  /** Nothing. */
  public static final Volume NONE = new Volume(0, 0);

  /** The sum of two amounts. */
  public Volume plus(Volume other) {
    return new Volume(chunks + other.chunks, bytes + other.bytes);
  }

  /** The difference to the other. */
  public Volume minus(Volume other) {
    return new Volume(chunks - other.chunks, bytes - other.bytes);
  }
}
