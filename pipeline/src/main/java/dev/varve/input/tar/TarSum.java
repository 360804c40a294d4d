package dev.varve.input.tar;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks the checksum of a tar header: the sum of its bytes, with the checksum field itself taken
 * as blanks (POSIX.1-2017). Old writers added the bytes as signed numbers.
 */
final class TarSum {
  /** The bytes of the checksum field within the header, from FROM to before END. */
  private static final int FROM = 148;

  private static final int END = 156;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * Mask of every other byte of a long. Each remaining byte has a lane of 16 bits: the 128 bytes
   * added per lane are at most 128 * 255 = 32,640, so no lane overflows.
   */
  private static final long EVEN = 0x00ff00ff00ff00ffL;

  /** Top bit of each byte, which is set in bytes that are negative when taken as signed. */
  private static final long SIGNS = 0x8080808080808080L;

  private TarSum() {}

  /**
   * Whether {@code stated} is the sum of the block, with bytes counted as unsigned or as signed.
   */
  static boolean matches(byte[] block, long stated) {
    int unsigned = (END - FROM) * ' ' + sum(block);
    for (int at = FROM; at < END; at++) {
      unsigned -= block[at] & 0xff;
    }
    return stated == unsigned || stated == unsigned - 256 * negatives(block);
  }

  /** Adds all bytes, eight at a time: this runs for every header of every layer. */
  private static int sum(byte[] block) {
    long lanes = 0;
    for (int at = 0; at < block.length; at += Long.BYTES) {
      long word = (long) LONG.get(block, at);
      lanes += (word & EVEN) + (word >>> Byte.SIZE & EVEN);
    }
    return (int)
        ((lanes & 0xffff) + (lanes >>> 16 & 0xffff) + (lanes >>> 32 & 0xffff) + (lanes >>> 48));
  }

  private static int negatives(byte[] block) {
    int negatives = 0;
    for (int at = 0; at < block.length; at += Long.BYTES) {
      negatives += Long.bitCount((long) LONG.get(block, at) & SIGNS);
    }
    for (int at = FROM; at < END; at++) {
      negatives -= block[at] < 0 ? 1 : 0;
    }
    return negatives;
  }

  static boolean isZero(byte[] block) {
    long bits = 0;
    for (int at = 0; at < block.length; at += Long.BYTES) {
      bits |= (long) LONG.get(block, at);
    }
    return bits == 0;
  }
}
