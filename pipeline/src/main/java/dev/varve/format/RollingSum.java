package dev.varve.format;

/**
 * The rolling sum by which zstd:chunked cuts files: two sums over the last 64 bytes, as bup has
 * them.
 *
 * @see <a href="https://github.com/bup/bup/blob/main/lib/bup/bupsplit.c">bup, bupsplit.c</a>
 */
final class RollingSum {
  private static final int WINDOW = 64;
  private static final int OFFSET = 31;
  private static final int MASK = (1 << 16) - 1;

  private final int[] window = new int[WINDOW];
  private int first = WINDOW * OFFSET;
  private int second = WINDOW * (WINDOW - 1) * OFFSET;
  private int at;

  /** Adds a byte; whether a chunk ends behind it. */
  boolean endsAt(int octet) {
    int dropped = window[at];
    first += octet - dropped;
    second += first - WINDOW * (dropped + OFFSET);
    window[at] = octet;
    at = (at + 1) % WINDOW;
    return (second & MASK) == MASK;
  }
}
