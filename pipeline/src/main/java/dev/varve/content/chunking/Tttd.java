package dev.varve.content.chunking;

/**
 * Chunker TTTD (two thresholds, two divisors) over a Rabin fingerprint: half the average as
 * minimum, four times the average as maximum. For 4 KiB the 2, 4 and 16 KiB of the VM studies.
 *
 * <p>The fingerprint of the 48 bytes before a place is the polynomial over GF(2) whose coefficients
 * are their bits, highest first, modulo {@code x^53 + ...} = {@code 0x3DA3358B4DC173}, which is
 * irreducible. A chunk ends at the first place from the minimum on where fingerprint mod D = D - 1.
 * D is average / 2, so that minimum and expected rest make the average. Where there is no such
 * place up to the maximum, the backup divisor D' = D / 2 counts. The chunk then ends at the last
 * place where fingerprint mod D' = D' - 1. Failing that, it ends at the maximum. Bytes after a
 * backup cut are scanned again as part of the next chunk, so that a cut depends on its own chunk
 * alone. The window never reaches before the chunk's start. A run of zeros has fingerprint 0 and is
 * cut at the maximum.
 *
 * @see <a href="https://shiftleft.com/mirrors/www.hpl.hp.com/techreports/2005/HPL-2005-30R1.pdf">
 *     Eshghi, Tang: A framework for analyzing and improving content-based chunking algorithms
 *     (HPL-2005-30R1)</a>
 * @see <a href="http://www.xmailserver.org/rabin.pdf">Rabin: Fingerprinting by random polynomials
 *     (TR-15-81)</a>
 * @param averageBytes a power of two from 1 KiB to 1 MiB
 */
public record Tttd(int averageBytes) implements Chunker {
  static final long POLYNOMIAL = 0x3DA3358B4DC173L;
  private static final int DEGREE = 53;
  private static final int WINDOW_BYTES = 48;
  private static final int SYMBOLS = 256;

  /** Mask of the coefficients of a fingerprint. */
  private static final long COEFFICIENTS = (1L << DEGREE) - 1;

  /**
   * Remainders of symbol * x^61 and symbol * x^53: the bits that a shift by two bytes pushes out.
   */
  private static final long[] PUSHED_HIGH = remainders(DEGREE + 8);

  private static final long[] PUSHED = remainders(DEGREE);

  /**
   * The contribution of a byte to the fingerprint one step, and two steps, after it has left the
   * window.
   */
  private static final long[] DEPARTED = remainders(8 * WINDOW_BYTES);

  private static final long[] DEPARTED_BEFORE = remainders(8 * WINDOW_BYTES + 8);

  /** Refuses other averages. */
  public Tttd {
    averageBytes = Chunkers.requireAverage(averageBytes, Chunkers.MEBIBYTE);
  }

  @Override
  public String name() {
    return Chunkers.name("tttd-v1", averageBytes);
  }

  @Override
  public int minBytes() {
    return averageBytes / 2;
  }

  @Override
  public int maxBytes() {
    return averageBytes * 4;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Bytes are taken in pairs: the fingerprint waits for one look-up a pair, not one a byte. The
   * fingerprint in between is computed separately, only to be tested.
   */
  @Override
  public int cut(byte[] bytes, int from, int to) {
    int length = Math.min(to - from, maxBytes());
    if (length <= minBytes()) {
      return from + length;
    }
    int end = from + length;
    int at = from + minBytes() - 1;
    long hash = 0;
    for (int before = at - WINDOW_BYTES; before < at; before++) {
      hash = append(hash, bytes[before]);
    }
    long mainMask = averageBytes / 2 - 1L;
    long backupMask = averageBytes / 4 - 1L;
    int backupEnd = end;
    for (; at < end - 1; at += 2) {
      int departing = bytes[at - WINDOW_BYTES] & 0xff;
      int entering = (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
      long change =
          entering ^ DEPARTED_BEFORE[departing] ^ DEPARTED[bytes[at + 1 - WINDOW_BYTES] & 0xff];
      long first = append(hash, bytes[at]) ^ DEPARTED[departing];
      hash =
          (hash << 16 & COEFFICIENTS)
              ^ change
              ^ PUSHED_HIGH[(int) (hash >>> (DEGREE - 8)) & 0xff]
              ^ PUSHED[(int) (hash >>> (DEGREE - 16)) & 0xff];
      if ((first & backupMask) == backupMask) {
        if ((first & mainMask) == mainMask) {
          return at + 1;
        }
        backupEnd = at + 1;
      }
      if ((hash & backupMask) == backupMask) {
        if ((hash & mainMask) == mainMask) {
          return at + 2;
        }
        backupEnd = at + 2;
      }
    }
    if (length < maxBytes()) {
      return end;
    }
    // The loop over pairs stops before the maximum. At the maximum the chunk is cut there whichever
    // divisor matches.
    hash = append(hash, bytes[at]) ^ DEPARTED[bytes[at - WINDOW_BYTES] & 0xff];
    return (hash & backupMask) == backupMask ? end : backupEnd;
  }

  private static long append(long hash, byte next) {
    return (hash << 8 & COEFFICIENTS)
        ^ (next & 0xff)
        ^ PUSHED[(int) (hash >>> (DEGREE - 8)) & 0xff];
  }

  /** The remainder of symbol * x^degree for every symbol. */
  private static long[] remainders(int degree) {
    long[] remainders = new long[SYMBOLS];
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      long rest = symbol;
      for (int shift = 0; shift < degree; shift++) {
        rest <<= 1;
        rest ^= (rest >>> DEGREE) * POLYNOMIAL;
      }
      remainders[symbol] = rest;
    }
    return remainders;
  }
}
