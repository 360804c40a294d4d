package dev.varve.simulation.deletion;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A growing list of references to chunks, in any order and with repeats, without boxing. */
public final class ReferenceList {
  private static final int FIRST = 64;

  private long[] keys = new long[FIRST];
  private int[] bytes = new int[FIRST];
  private int count;

  /** Adds a reference to a chunk of this length. */
  public void add(long key, int length) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count + (count >> 1));
      bytes = Arrays.copyOf(bytes, keys.length);
    }
    keys[count] = key;
    bytes[count++] = length;
  }

  /** Adds a reference to every chunk. */
  public void addAll(ChunkReferences references) {
    for (int chunk = 0; chunk < references.chunks(); chunk++) {
      add(references.keys()[chunk], references.bytes()[chunk]);
    }
  }

  /** The distinct chunks. */
  public ChunkReferences references() {
    return ChunkReferences.of(Arrays.copyOf(keys, count), Arrays.copyOf(bytes, count));
  }

  /**
   * The distinct chunks, partitioned by key: in every list the same chunk is in the same part.
   *
   * @param parts how many there may be
   * @return those that contain a chunk, by their numbers from 0: a key's unsigned remainder
   */
  public Map<Integer, ChunkReferences> cut(int parts) {
    Map<Integer, ReferenceList> lists = new TreeMap<>();
    for (int at = 0; at < count; at++) {
      int part = (int) Long.remainderUnsigned(keys[at], parts);
      lists.computeIfAbsent(part, number -> new ReferenceList()).add(keys[at], bytes[at]);
    }
    Map<Integer, ChunkReferences> cut = new TreeMap<>();
    lists.forEach((part, list) -> cut.put(part, list.references()));
    return cut;
  }
}
