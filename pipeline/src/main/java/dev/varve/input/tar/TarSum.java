package dev.varve.input.tar;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The sum that a tar header states: of its bytes, those of the sum itself taken for blanks
 * (POSIX.1-2017). Old writers added bytes as signed ones.
 */
final class TarSum {
  private static final int FROM = 148;
  private static final int END = 156;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Every other byte of eight: 128 of them add up within the two bytes that each has then. */
  private static final long EVEN = 0x00ff00ff00ff00ffL;

  private static final long SIGNS = 0x8080808080808080L;

  private TarSum() {}

  /** Whether a block that states this sum has it, in either way of counting. */
  static boolean fits(byte[] block, long stated) {
    int unsigned = (END - FROM) * ' ' + sum(block);
    for (int at = FROM; at < END; at++) {
      unsigned -= block[at] & 0xff;
    }
    return stated == unsigned || stated == unsigned - 256 * negatives(block);
  }

  /** Eight bytes at a time, as every header of every file passes here. */
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
