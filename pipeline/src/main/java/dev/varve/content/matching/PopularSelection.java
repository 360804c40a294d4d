package dev.varve.content.matching;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * Selects exactly the k chunks with the most copies. Chunks with equally many copies are ordered by
 * key, the smaller (unsigned) first, so the quota is always filled and the order of input does not
 * matter. Each chunk must be offered once, with all its copies. Memory: 20 bytes times k.
 *
 * <p>An engine selects the same with {@code ORDER BY copies DESC, fingerprint LIMIT k}.
 */
public final class PopularSelection {
  private final int quota;
  // A heap whose root is the least popular chunk kept.
  private long[] keys;
  private int[] bytes;
  private long[] copies;
  private int size;

  /**
   * @param quota k, the number of chunks to select
   */
  public PopularSelection(int quota) {
    if (quota < 0) {
      throw new IllegalArgumentException("a quota of " + quota);
    }
    this.quota = quota;
    int start = Math.min(quota, 1024);
    keys = new long[start];
    bytes = new int[start];
    copies = new long[start];
  }

  /**
   * k for a share of the unique chunks: the largest number whose share does not exceed {@code
   * sigma}, so that the index never outgrows its budget. Sigma is taken as the decimal number that
   * it prints as: .29 of 100 chunks are 29.
   *
   * @param sigma 0 to 1
   * @param uniqueChunks distinct chunks of the fleet, without zero chunks
   */
  public static int quota(double sigma, long uniqueChunks) {
    if (!(sigma >= 0 && sigma <= 1) || uniqueChunks < 0) {
      throw new IllegalArgumentException("a share of " + sigma + " of " + uniqueChunks);
    }
    return BigDecimal.valueOf(sigma)
        .multiply(BigDecimal.valueOf(uniqueChunks))
        .setScale(0, RoundingMode.FLOOR)
        .intValueExact();
  }

  /** Offers a chunk and the number of its copies. */
  public void add(long key, int chunkBytes, long chunkCopies) {
    if (size < quota) {
      if (size == keys.length) {
        grow();
      }
      size++;
      siftUp(size - 1, key, chunkBytes, chunkCopies);
    } else if (quota > 0 && precedes(chunkCopies, key, copies[0], keys[0])) {
      siftDown(0, key, chunkBytes, chunkCopies);
    }
  }

  /** The chunks selected, the most popular first; the selection cannot be used afterwards. */
  public PopularData select() {
    long[] ranked = new long[size];
    int[] lengths = new int[size];
    while (size > 0) {
      size--;
      ranked[size] = keys[0];
      lengths[size] = bytes[0];
      siftDown(0, keys[size], bytes[size], copies[size]);
    }
    return new PopularData(ranked, lengths);
  }

  private static boolean precedes(long copies, long key, long otherCopies, long otherKey) {
    return copies != otherCopies ? copies > otherCopies : Long.compareUnsigned(key, otherKey) < 0;
  }

  private void siftUp(int from, long key, int chunkBytes, long chunkCopies) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) / 2;
      if (!precedes(copies[parent], keys[parent], chunkCopies, key)) {
        break;
      }
      set(at, keys[parent], bytes[parent], copies[parent]);
      at = parent;
    }
    set(at, key, chunkBytes, chunkCopies);
  }

  private void siftDown(int from, long key, int chunkBytes, long chunkCopies) {
    int at = from;
    while (2L * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size
          && precedes(copies[child], keys[child], copies[child + 1], keys[child + 1])) {
        child++;
      }
      if (!precedes(chunkCopies, key, copies[child], keys[child])) {
        break;
      }
      set(at, keys[child], bytes[child], copies[child]);
      at = child;
    }
    set(at, key, chunkBytes, chunkCopies);
  }

  private void set(int at, long key, int chunkBytes, long chunkCopies) {
    keys[at] = key;
    bytes[at] = chunkBytes;
    copies[at] = chunkCopies;
  }

  private void grow() {
    int length = (int) Math.min(quota, 2L * keys.length);
    keys = Arrays.copyOf(keys, length);
    bytes = Arrays.copyOf(bytes, length);
    copies = Arrays.copyOf(copies, length);
  }
}
