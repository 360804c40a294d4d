package dev.varve.content.estimate;

/**
 * The bytes to read, divided into the heads of all units and units that are read whole.
 *
 * @param heads share of the bytes of each unit that is read as its head; 0 where all is read
 * @param wholes share of all bytes that is read in whole units
 */
public record ReadBudget(double heads, double wholes) {
  /** Beyond this share, more units read whole reduce the error more than longer heads. */
  private static final double MOST_HEADS = 0.05;

  /** Shortest head, in bytes. */
  private static final long LEAST_HEAD_BYTES = 64 << 10;

  /** Divides a share of all bytes. */
  public static ReadBudget of(double share) {
    double heads = share >= 1 ? 0 : Math.min(share / 2, MOST_HEADS);
    return new ReadBudget(heads, share - heads);
  }

  /** Length of the head of a unit of this size, in bytes; a small unit is read to its end. */
  public long headBytes(double size) {
    return heads == 0 ? 0 : Math.max(LEAST_HEAD_BYTES, (long) (heads * size));
  }
}
