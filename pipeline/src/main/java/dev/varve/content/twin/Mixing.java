package dev.varve.content.twin;

/**
 * Hash function of 64-bit numbers in which each bit of the input affects every bit of the result.
 * It is the finalizer of splitmix64 (Steele, Lea, Flood, Fast splittable pseudorandom number
 * generators, OOPSLA 2014).
 */
final class Mixing {
  private static final long FIRST = 0xbf58476d1ce4e5b9L;
  private static final long SECOND = 0x94d049bb133111ebL;
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private Mixing() {}

  static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * FIRST;
    mixed = (mixed ^ (mixed >>> 27)) * SECOND;
    return mixed ^ (mixed >>> 31);
  }

  /** The number at this index of a sequence of pseudorandom numbers. */
  static long pseudorandom(int index) {
    return mix((index + 1) * STEP);
  }

  /**
   * Eight bytes from an index on as a number, big-endian; bytes beyond the end of the array count
   * as zero.
   */
  static long longAt(byte[] bytes, int from) {
    long word = 0;
    for (int at = from; at < from + Long.BYTES; at++) {
      word = word << Byte.SIZE | (at < bytes.length ? bytes[at] & 0xff : 0);
    }
    return word;
  }
}
