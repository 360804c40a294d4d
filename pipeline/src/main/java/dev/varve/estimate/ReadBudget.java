package dev.varve.estimate;

/**
 * How the bytes that are read are divided: a part for the head of every unit, the rest for units
 * that are read whole.
 *
 * @param heads share of the bytes of a unit that is its head; 0 where all is read
 * @param wholes share of all bytes that is read in whole units
 */
public record ReadBudget(double heads, double wholes) {
  /** With more, longer heads say less than more units. */
  private static final double MOST_HEADS = 0.05;

  private static final long LEAST_HEAD_BYTES = 64 << 10;

  /** Divides a share of all bytes. */
  public static ReadBudget of(double share) {
    double heads = share >= 1 ? 0 : Math.min(share / 2, MOST_HEADS);
    return new ReadBudget(heads, share - heads);
  }

  /** The length of the head of a unit of so many bytes; a small unit is read to its end. */
  public long headBytes(double size) {
    return heads == 0 ? 0 : Math.max(LEAST_HEAD_BYTES, (long) (heads * size));
  }
}
