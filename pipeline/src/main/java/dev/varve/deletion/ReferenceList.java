package dev.varve.deletion;

import java.util.Arrays;

/** A growing list of references, without boxes. */
public final class ReferenceList {
  private static final int FIRST = 64;

  private long[] keys = new long[FIRST];
  private int[] bytes = new int[FIRST];
  private int count;

  /** Takes a chunk; it may have come before. */
  public void add(long key, int length) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count + (count >> 1));
      bytes = Arrays.copyOf(bytes, keys.length);
    }
    keys[count] = key;
    bytes[count++] = length;
  }

  /** The distinct chunks. */
  public ChunkReferences references() {
    return ChunkReferences.of(Arrays.copyOf(keys, count), Arrays.copyOf(bytes, count));
  }
}
