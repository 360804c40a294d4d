package dev.varve.content.matching;

import dev.varve.model.Seed;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * 64 bits that stand for a fingerprint where a simulation stores hundreds of millions of them. A
 * fold needs only that equal keys mean equal content; the order of keys, as unsigned numbers,
 * breaks ties.
 *
 * <p>A key is either a dense number that the caller gives each distinct fingerprint, in fingerprint
 * order and then exact. Or it is the first eight bytes of a cryptographic digest, whose unsigned
 * order is the digests' order. Of n distinct digests, two share their first eight bytes with a
 * chance of about n^2 / 2^65: 2.7e-6 at 10^7 chunks, 2.7e-4 at 10^8, 2.7 % at 10^9. Such a pair
 * moves a result by the bytes of one chunk.
 */
public final class ChunkKey {
  /** Bytes of a digest that make a key. */
  public static final int BYTES = 8;

  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private ChunkKey() {}

  /** The key of the digest that starts {@code offset} bytes into {@code digests}. */
  public static long of(byte[] digests, int offset) {
    return (long) BIG_ENDIAN.get(digests, offset);
  }

  /**
   * The keys of digests stored one after another.
   *
   * @throws IllegalArgumentException when the digests are not {@code count} of one width, or that
   *     width is less than {@link #BYTES}
   */
  public static long[] all(byte[] digests, int count) {
    long[] keys = new long[count];
    int width = count == 0 ? 0 : digests.length / count;
    if (width * count != digests.length || (count > 0 && width < BYTES)) {
      throw new IllegalArgumentException(
          count + " digests of at least " + BYTES + " bytes in " + digests.length + " bytes");
    }
    for (int i = 0; i < count; i++) {
      keys[i] = of(digests, i * width);
    }
    return keys;
  }

  /**
   * Mixes the bits of a key, so that dense keys and smallest keys are distributed as well as random
   * ones.
   */
  public static long spread(long key) {
    return Seed.mix(key);
  }
}
