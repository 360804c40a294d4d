package dev.varve.content.twin;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * MinHash signature of a set: for each of several hash functions, the least hash of the set's
 * elements. A value of two sets is equal with probability J, their Jaccard similarity |A and B| /
 * |A or B| (Broder, On the resemblance and containment of documents, 1997). So the share of equal
 * values estimates J, with a standard deviation of sqrt(J (1 - J) / values). Elements are
 * distinguished by the first eight bytes of their fingerprints.
 */
public final class MinHash {
  private final long[] least;

  /** The signature of the empty set, with a given number of values. */
  public MinHash(int values) {
    least = new long[values];
    clear();
  }

  /** Adds an element; adding it again changes nothing. */
  public void add(byte[] fingerprint) {
    long element = Mixing.longAt(fingerprint, 0);
    for (int index = 0; index < least.length; index++) {
      least[index] = Math.min(least[index], Mixing.mix(element ^ Mixing.pseudorandom(index)));
    }
  }

  /** Adds all elements of another set, given by the signature that its {@link #bytes} returned. */
  public void addAll(byte[] signature) {
    ByteBuffer values = ByteBuffer.wrap(signature);
    for (int index = 0; index < least.length; index++) {
      least[index] = Math.min(least[index], values.getLong());
    }
  }

  /** The values, in eight bytes each. */
  public byte[] bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(least.length * Long.BYTES);
    for (long value : least) {
      bytes.putLong(value);
    }
    return bytes.array();
  }

  /** Resets this to the signature of the empty set. */
  public void clear() {
    Arrays.fill(least, Long.MAX_VALUE);
  }
}
