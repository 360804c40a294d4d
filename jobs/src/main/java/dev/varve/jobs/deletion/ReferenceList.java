package dev.varve.jobs.deletion;

import dev.varve.deletion.ChunkReferences;
import java.util.Arrays;

/** A growing list of references, without boxes. */
final class ReferenceList {
  private static final int FIRST = 64;

  private long[] keys = new long[FIRST];
  private int[] bytes = new int[FIRST];
  private int count;

  void add(long key, int length) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count + (count >> 1));
      bytes = Arrays.copyOf(bytes, keys.length);
    }
    keys[count] = key;
    bytes[count++] = length;
  }

  /** The distinct chunks. */
  ChunkReferences references() {
    return ChunkReferences.of(Arrays.copyOf(keys, count), Arrays.copyOf(bytes, count));
  }
}
