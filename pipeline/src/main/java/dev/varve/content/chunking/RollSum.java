package dev.varve.content.chunking;

/**
 * Chunker with the rolling checksum of bup, which zstd:chunked uses too. The checksum has two sums
 * over the last 64 bytes; a chunk ends where the lower bits of the second sum are all set. These 64
 * bytes are the minimum; the maximum of 16 averages ends what repeats itself.
 *
 * <p>Between minimum and maximum, cuts are those of bup. In bup, bytes before a chunk count as
 * zeros, so that it may cut before the minimum. Its maximum is 4 averages. zstd:chunked has no
 * maximum, begins anew at each file alone, and also cuts around 1 KiB of zeros or more.
 *
 * @see <a href="https://github.com/bup/bup/blob/main/lib/bup/bupsplit.c">bup, bupsplit.c</a>
 * @param averageBytes a power of two from 1 KiB; bup has 8 KiB, zstd:chunked 64 KiB
 */
public record RollSum(int averageBytes) implements Chunker {
  static final int MOST_BYTES = 64 << 10;
  private static final int WINDOW_BYTES = 64;

  /** Added to every byte, as in bup: ROLLSUM_CHAR_OFFSET. */
  private static final int BYTE_OFFSET = 31;

  /** Refuses other averages. */
  public RollSum {
    averageBytes = Chunkers.requireAverage(averageBytes, MOST_BYTES);
  }

  @Override
  public String name() {
    return Chunkers.name("rollsum-v1", averageBytes);
  }

  @Override
  public int minBytes() {
    return WINDOW_BYTES;
  }

  @Override
  public int maxBytes() {
    return averageBytes * 16;
  }

  @Override
  public int cut(byte[] bytes, int from, int to) {
    int end = from + Math.min(to - from, maxBytes());
    int mask = averageBytes - 1;
    int first = WINDOW_BYTES * BYTE_OFFSET;
    int second = WINDOW_BYTES * (WINDOW_BYTES - 1) * BYTE_OFFSET;
    int filled = Math.min(end, from + WINDOW_BYTES);
    for (int at = from; at < filled; at++) {
      first += bytes[at] & 0xff;
      second += first - WINDOW_BYTES * BYTE_OFFSET;
    }
    if (filled == from + WINDOW_BYTES && (second & mask) == mask) {
      return filled;
    }
    for (int at = filled; at < end; at++) {
      int dropped = bytes[at - WINDOW_BYTES] & 0xff;
      first += (bytes[at] & 0xff) - dropped;
      second += first - WINDOW_BYTES * (dropped + BYTE_OFFSET);
      if ((second & mask) == mask) {
        return at + 1;
      }
    }
    return end;
  }
}
