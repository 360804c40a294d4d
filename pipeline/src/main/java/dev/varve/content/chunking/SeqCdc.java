package dev.varve.content.chunking;

/**
 * SeqCDC in its increasing mode, a rule without a hash: half the average as minimum, twice the
 * average as maximum.
 *
 * <p>From the minimum on, each byte is compared with the one before it, unsigned. Five rises with
 * no fall between them end the chunk before the byte of the fifth; equal neighbours do not count.
 * After 50 falls the content is assumed to have no cut nearby: average / 32 bytes are skipped, and
 * the counts start again at zero. Sequence length 5, trigger 50, and the skips of 256 and 512 bytes
 * at 8 and 16 KiB are the authors'; this keeps their proportion for smaller sizes. Cuts equal those
 * of the Rust crate {@code seq_chunking} with these parameters.
 *
 * <p>Which bytes are skipped depends on the falls since the chunk's start, so after a change the
 * cuts realign only by chance. That is the price of reading only a part of the bytes. Beyond 16 KiB
 * so much is skipped that they realign too late, so no such chunker is offered.
 *
 * @see <a href="https://arxiv.org/abs/2505.21194">Udayashankar, Al-Kiswany: Vectorized
 *     sequence-based chunking for data deduplication</a>
 * @param averageBytes a power of two from 1 to 16 KiB
 */
public record SeqCdc(int averageBytes) implements Chunker {
  static final int MOST_BYTES = 16 << 10;
  private static final int RISES = 5;
  private static final int FALLS = 50;

  /** Refuses other averages. */
  public SeqCdc {
    averageBytes = Chunkers.requireAverage(averageBytes, MOST_BYTES);
  }

  @Override
  public String name() {
    return Chunkers.name("seqcdc-v1", averageBytes);
  }

  @Override
  public int minBytes() {
    return averageBytes / 2;
  }

  @Override
  public int maxBytes() {
    return averageBytes * 2;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Whether a byte rises is random, so a branch on it would often be mispredicted. It is
   * computed from the sign of the difference instead; only the rare ends of a count branch.
   */
  @Override
  public int cut(byte[] bytes, int from, int to) {
    int end = from + Math.min(to - from, maxBytes());
    int skipBytes = averageBytes / 32;
    int at = from + minBytes();
    while (at < end) {
      int rises = 0;
      int falls = 0;
      int before = bytes[at - 1] & 0xff;
      for (; at < end; at++) {
        int here = bytes[at] & 0xff;
        int fall = (here - before) >> 31;
        rises = rises + ((before - here) >>> 31) & ~fall;
        falls -= fall;
        before = here;
        if (rises == RISES) {
          return at;
        }
        if (falls == FALLS) {
          break;
        }
      }
      at += skipBytes;
    }
    return end;
  }
}
