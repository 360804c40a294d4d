package dev.varve.chunking;

/**
 * Two thresholds, two divisors, over a Rabin fingerprint: half the average as minimum, four times
 * the average as maximum; for 4 KiB the 2, 4 and 16 KiB of the VM studies.
 *
 * <p>The fingerprint of the 48 bytes before a place is the polynomial over GF(2) whose coefficients
 * are their bits, highest first, modulo {@code x^53 + ...} = {@code 0x3DA3358B4DC173}, which is
 * irreducible. A chunk ends at the first place from the minimum on where fingerprint mod D = D - 1,
 * D = average / 2 (so that minimum and expected rest make the average). Where none is found up to
 * the maximum, it ends at the last place where fingerprint mod D' = D' - 1, D' = D / 2; failing
 * that, at the maximum. What follows a backup cut is looked at again with the next chunk, so that a
 * cut depends on its own chunk alone. The window never reaches before the chunk's start. A run of
 * zeros has fingerprint 0 and is cut at the maximum.
 *
 * @see <a href="https://shiftleft.com/mirrors/www.hpl.hp.com/techreports/2005/HPL-2005-30R1.pdf">
 *     Eshghi, Tang: A framework for analyzing and improving content-based chunking algorithms
 *     (HPL-2005-30R1)</a>
 * @see <a href="http://www.xmailserver.org/rabin.pdf">Rabin: Fingerprinting by random polynomials
 *     (TR-15-81)</a>
 */
public final class Tttd implements Chunker {
  static final long POLYNOMIAL = 0x3DA3358B4DC173L;
  private static final int DEGREE = 53;
  private static final int WINDOW_BYTES = 48;
  private static final int SYMBOLS = 256;

  /** What to add when the eight bits above the degree are to go: they and their remainder. */
  private static final long[] OVERFLOW = new long[SYMBOLS];

  /** What a byte is worth one step after it has left the window. */
  private static final long[] LEAVING = new long[SYMBOLS];

  static {
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      long rest = (long) symbol << DEGREE;
      for (int bit = DEGREE + 7; bit >= DEGREE; bit--) {
        if ((rest >>> bit & 1) != 0) {
          rest ^= POLYNOMIAL << bit - DEGREE;
        }
      }
      OVERFLOW[symbol] = (long) symbol << DEGREE ^ rest;
    }
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      long hash = symbol;
      for (int step = 0; step < WINDOW_BYTES; step++) {
        hash = append(hash, (byte) 0);
      }
      LEAVING[symbol] = hash;
    }
  }

  private final int averageBytes;

  /**
   * @param averageBytes a power of two from 1 KiB to 1 MiB
   */
  public Tttd(int averageBytes) {
    this.averageBytes = Chunkers.checked(averageBytes, Chunkers.MEBIBYTE);
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
  public int averageBytes() {
    return averageBytes;
  }

  @Override
  public int maxBytes() {
    return averageBytes * 4;
  }

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
    long main = averageBytes / 2 - 1;
    long backup = averageBytes / 4 - 1;
    int backupEnd = end;
    for (; at < end; at++) {
      hash = append(hash, bytes[at]) ^ LEAVING[bytes[at - WINDOW_BYTES] & 0xff];
      if ((hash & backup) == backup) {
        if ((hash & main) == main) {
          return at + 1;
        }
        backupEnd = at + 1;
      }
    }
    return length == maxBytes() ? backupEnd : end;
  }

  private static long append(long hash, byte next) {
    return (hash << 8 | next & 0xff) ^ OVERFLOW[(int) (hash >>> DEGREE - 8) & 0xff];
  }
}
