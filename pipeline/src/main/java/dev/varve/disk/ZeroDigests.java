package dev.varve.disk;

import dev.varve.codec.Digests;
import dev.varve.model.Segment;
import java.security.MessageDigest;
import java.util.Arrays;

/** Digests of runs of zeros, each computed when its length is first met. */
final class ZeroDigests {
  private static final int MOST_BYTES = 64 << 10;

  private final String algorithm;
  private final MessageDigest sum;
  private final byte[][] known = new byte[MOST_BYTES + 1][];
  private final byte[][] powers = new byte[Integer.SIZE][];

  /**
   * @param width bytes of a digest: 16, 20 or 32
   */
  ZeroDigests(int width) {
    algorithm = width == 16 ? "md5" : width == 20 ? "sha1" : "sha256";
    sum = Digests.named(algorithm);
  }

  String algorithm() {
    return algorithm;
  }

  boolean isZero(byte[] digest, int bytes) {
    boolean power = Integer.bitCount(bytes) == 1 && bytes <= Segment.BYTES;
    if (bytes > MOST_BYTES && !power) {
      return false;
    }
    byte[][] table = bytes > MOST_BYTES ? powers : known;
    int at = bytes > MOST_BYTES ? Integer.numberOfTrailingZeros(bytes) : bytes;
    if (table[at] == null) {
      table[at] = sum.digest(new byte[bytes]);
    }
    return Arrays.equals(table[at], digest);
  }
}
