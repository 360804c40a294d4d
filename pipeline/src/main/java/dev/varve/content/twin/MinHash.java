package dev.varve.content.twin;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The signature of a set: for each of several orders of all things, the first one in the set. Two
 * sets have a value in common with the probability of their Jaccard similarity, |A and B| / |A or
 * B| (Broder, On the resemblance and containment of documents, 1997). So the share of common values
 * estimates it, with a standard deviation of sqrt(J (1 - J) / values). Things are distinguished by
 * the first eight bytes of their fingerprints.
 */
public final class MinHash {
  private final long[] least;

  /** The signature of the empty set, with so many values. */
  public MinHash(int values) {
    least = new long[values];
    clear();
  }

  /** Adds a thing; again makes no difference. */
  public void add(byte[] fingerprint) {
    long thing = Mixing.word(fingerprint, 0);
    for (int index = 0; index < least.length; index++) {
      least[index] = Math.min(least[index], Mixing.mix(thing ^ Mixing.number(index)));
    }
  }

  /** Adds the things of a set of which {@link #bytes} gave the signature. */
  public void addAll(byte[] signature) {
    ByteBuffer values = ByteBuffer.wrap(signature);
    for (int index = 0; index < least.length; index++) {
      least[index] = Math.min(least[index], values.getLong());
    }
  }

  /** Eight bytes a value. */
  public byte[] bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(least.length * Long.BYTES);
    for (long value : least) {
      bytes.putLong(value);
    }
    return bytes.array();
  }

  /** Begins anew. */
  public void clear() {
    Arrays.fill(least, Long.MAX_VALUE);
  }
}
