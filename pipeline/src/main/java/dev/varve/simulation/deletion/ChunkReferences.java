package dev.varve.simulation.deletion;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A set of chunks: what a snapshot refers to, or what a store contains. The arrays are not to be
 * changed.
 *
 * @param keys 64 bits that distinguish the chunks of a VM (of a fleet, where stores are shared),
 *     ascending, each once. A key is the head of a fingerprint, or its number in a dictionary where
 *     even a collision in 2^64 would be too many
 * @param bytes length of each chunk
 */
public record ChunkReferences(long[] keys, int[] bytes) implements Serializable {

  /**
   * The set of chunks of references in any order; repeated references to a chunk count once.
   *
   * @throws IllegalArgumentException when there is not exactly one length for each key
   */
  public static ChunkReferences of(long[] references, int[] bytes) {
    if (references.length != bytes.length) {
      throw new IllegalArgumentException(references.length + " keys, " + bytes.length + " lengths");
    }
    long[] keys = references.clone();
    Arrays.sort(keys);
    int distinct = 0;
    for (int i = 0; i < keys.length; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        keys[distinct++] = keys[i];
      }
    }
    keys = Arrays.copyOf(keys, distinct);
    int[] lengths = new int[distinct];
    for (int i = 0; i < references.length; i++) {
      lengths[Arrays.binarySearch(keys, references[i])] = bytes[i];
    }
    return new ChunkReferences(keys, lengths);
  }

  /** Number of chunks. */
  public int chunks() {
    return keys.length;
  }

  public long totalBytes() {
    long total = 0;
    for (int length : bytes) {
      total += length;
    }
    return total;
  }

  /** The union of both. */
  ChunkReferences plus(ChunkReferences other) {
    long[] union = new long[keys.length + other.keys.length];
    int[] lengths = new int[union.length];
    int mine = 0;
    int others = 0;
    int count = 0;
    while (mine < keys.length || others < other.keys.length) {
      boolean first =
          others == other.keys.length || (mine < keys.length && keys[mine] <= other.keys[others]);
      if (first && others < other.keys.length && keys[mine] == other.keys[others]) {
        others++;
      }
      lengths[count] = first ? bytes[mine] : other.bytes[others];
      union[count++] = first ? keys[mine++] : other.keys[others++];
    }
    return new ChunkReferences(Arrays.copyOf(union, count), Arrays.copyOf(lengths, count));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChunkReferences that
        && Arrays.equals(keys, that.keys)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(keys);
  }

  @Override
  public String toString() {
    return "ChunkReferences to " + keys.length + " chunks";
  }
}
