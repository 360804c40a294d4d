package dev.varve.content.matching;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The popular data set (PDS): the most shared chunks of a fleet, in order of popularity, with a
 * membership test. Immutable; 20 to 28 bytes a chunk.
 *
 * @see <a href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 *     deduplication for converged cloud architectures, level 3</a>
 */
public final class PopularData implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long[] keys;
  private final int[] bytes;
  private final KeyIndex index;

  /**
   * @param keys the chunks, the most popular first; not to be changed afterwards
   * @param bytes their lengths
   * @throws IllegalArgumentException when a key comes twice
   */
  public PopularData(long[] keys, int[] bytes) {
    if (keys.length != bytes.length) {
      throw new IllegalArgumentException(keys.length + " keys, " + bytes.length + " lengths");
    }
    this.keys = keys;
    this.bytes = bytes;
    index = new KeyIndex(keys.length);
    for (int rank = 0; rank < keys.length; rank++) {
      int equal = index.add(keys, rank);
      if (equal != rank) {
        throw new IllegalArgumentException("ranks " + equal + " and " + rank + " are equal");
      }
    }
  }

  /** An empty set, for a first pass that only counts popularity. */
  public static PopularData none() {
    return new PopularData(new long[0], new int[0]);
  }

  /** Number of chunks, k. */
  public int chunks() {
    return keys.length;
  }

  /** Bytes of all chunks, each once. */
  public long bytes() {
    return Arrays.stream(bytes).asLongStream().sum();
  }

  /** Key of the chunk of this rank, from 0. */
  public long key(int rank) {
    return keys[rank];
  }

  /** Length of the chunk of this rank. */
  public int bytes(int rank) {
    return bytes[rank];
  }

  /** Whether the chunk is popular. */
  public boolean contains(long key) {
    return rank(key) != KeyIndex.NONE;
  }

  /** Number of chunks that are more popular than this one, or -1 when it is not in the set. */
  public int rank(long key) {
    return index.find(keys, key);
  }
}
