package dev.varve.content.chunking;

import dev.varve.input.digest.Digests;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * FastCDC in the form of 2020, normalised at level 2: a quarter of the average as minimum, four
 * times the average as maximum.
 *
 * <p>The gear hash of bytes b<sub>1</sub>..b<sub>n</sub> is the sum of gear[b<sub>i</sub>] *
 * 2<sup>n-i</sup> modulo 2<sup>64</sup>: a byte no longer affects the hash after 64 more. It starts
 * with the byte at the minimum; those before are skipped. A chunk ends <em>before</em> the first
 * byte whose hash has zeros under the mask. The mask has two bits more than log2 of the average as
 * long as the chunk is below the average, and two bits fewer from there on. This pulls the sizes to
 * the average. Bytes are taken in pairs, the first through a table that is already shifted; a last
 * byte without a partner is never tested.
 *
 * <p>gear[b] is the first eight bytes, big-endian, of the MD5 of 64 bytes of value b. Masks are
 * those of the authors' destor and, for larger sizes, of restic-FastCDC. Minimum, tables, masks and
 * cuts equal those of the Rust crate {@code fastcdc}, module {@code v2020}, called with (average /
 * 4, average, average * 4, Level2).
 *
 * @see <a href="https://ieeexplore.ieee.org/document/9055082">Xia et al.: The design of fast
 *     content-defined chunking for data deduplication based storage systems (TPDS 2020)</a>
 * @see <a href="https://docs.rs/fastcdc">crate fastcdc</a>
 */
public final class FastCdc implements Chunker {
  private static final int NORMALIZATION = 2;

  /** Masks of 8 bits and more: each has one bit more than the mask before it. */
  private static final long[] MASKS = {
    0x0000001800035300L, 0x0000019000353000L, 0x0000590003530000L, 0x0000d90003530000L,
    0x0000d90103530000L, 0x0000d90303530000L, 0x0000d90313530000L, 0x0000d90f03530000L,
    0x0000d90303537000L, 0x0000d90703537000L, 0x0000d90707537000L, 0x0000d91707537000L,
    0x0000d91747537000L, 0x0000d91767537000L, 0x0000d93767537000L
  };

  private static final int FIRST_MASK_BITS = 8;
  private static final int SYMBOLS = 256;
  private static final int GEAR_SEED_BYTES = 64;
  private static final long[] GEAR = gear(0);
  private static final long[] GEAR_SHIFTED = gear(1);

  private final int averageBytes;
  private final long maskBelow;
  private final long maskAbove;

  /**
   * @param averageBytes a power of two from 1 KiB to 1 MiB
   */
  public FastCdc(int averageBytes) {
    this.averageBytes = Chunkers.requireAverage(averageBytes, Chunkers.MEBIBYTE);
    int mask = Integer.numberOfTrailingZeros(averageBytes) - FIRST_MASK_BITS;
    maskBelow = MASKS[mask + NORMALIZATION];
    maskAbove = MASKS[mask - NORMALIZATION];
  }

  @Override
  public String name() {
    return Chunkers.name("fastcdc-v1", averageBytes);
  }

  @Override
  public int minBytes() {
    return averageBytes / 4;
  }

  @Override
  public int averageBytes() {
    return averageBytes;
  }

  @Override
  public int maxBytes() {
    return averageBytes * 4;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Two loops, not one with the mask as a variable: constant bounds and a mask in a register let
   * the compiler drop the bounds checks, a third of the time. The sum of a pair is computed apart
   * from the hash, so that the dependency chain of a pair is one shift and one addition.
   */
  @Override
  public int cut(byte[] bytes, int from, int to) {
    int length = Math.min(to - from, maxBytes());
    if (length <= minBytes()) {
      return from + length;
    }
    int centre = from + (Math.min(length, averageBytes) & ~1);
    int end = from + (length & ~1);
    int at = from + minBytes();
    long hash = 0;
    long mask = maskBelow;
    long shiftedMask = mask << 1;
    for (; at < centre; at += 2) {
      long first = GEAR_SHIFTED[bytes[at] & 0xff];
      long pair = first + GEAR[bytes[at + 1] & 0xff];
      long shifted = hash << 2;
      hash = shifted + pair;
      if ((shifted + first & shiftedMask) == 0) {
        return at;
      }
      if ((hash & mask) == 0) {
        return at + 1;
      }
    }
    mask = maskAbove;
    shiftedMask = mask << 1;
    for (; at < end; at += 2) {
      long first = GEAR_SHIFTED[bytes[at] & 0xff];
      long pair = first + GEAR[bytes[at + 1] & 0xff];
      long shifted = hash << 2;
      hash = shifted + pair;
      if ((shifted + first & shiftedMask) == 0) {
        return at;
      }
      if ((hash & mask) == 0) {
        return at + 1;
      }
    }
    return from + length;
  }

  private static long[] gear(int shift) {
    MessageDigest md5 = Digests.named("md5");
    byte[] seed = new byte[GEAR_SEED_BYTES];
    long[] gear = new long[SYMBOLS];
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      Arrays.fill(seed, (byte) symbol);
      gear[symbol] = ByteBuffer.wrap(md5.digest(seed)).getLong() << shift;
    }
    return gear;
  }
}
