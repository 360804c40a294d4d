package dev.varve.content.estimate;

/**
 * The bytes to read, divided into the heads of all units and units that are read whole.
 *
 * @param headShare share of the bytes of each unit that is read as its head; 0 where all is read
 * @param wholeShare share of all bytes that is read in whole units
 */
public record ReadBudget(double headShare, double wholeShare) {
  /** Beyond this share, more units read whole reduce the error more than longer heads. */
  private static final double MOST_HEAD_SHARE = 0.05;

  /** Shortest head, in bytes. */
  private static final long LEAST_HEAD_BYTES = 64 << 10;

  /** Divides a share of all bytes. */
  public static ReadBudget of(double share) {
    double heads = share >= 1 ? 0 : Math.min(share / 2, MOST_HEAD_SHARE);
    return new ReadBudget(heads, share - heads);
  }

  /** Length of the head of a unit of this size, in bytes; a small unit is read to its end. */
  public long headBytes(double size) {
    return headShare == 0 ? 0 : Math.max(LEAST_HEAD_BYTES, (long) (headShare * size));
  }
}
