package dev.varve.input.digest;

import java.security.MessageDigest;

/**
 * Digests of runs of zeros, each computed when its length first occurs: disks have few distinct
 * lengths, and many runs of each. Digests for all lengths up to 64 KiB are cached, and for a few
 * longer ones.
 */
public final class ZeroDigests {
  /** Up to this length of a run, the digest of every length is cached: 64 KiB. */
  public static final int MOST_SHORT_BYTES = 64 << 10;

  private static final byte[] ZEROS = new byte[MOST_SHORT_BYTES];

  /** Cache of digests of longer runs: 64 slots, chosen by a multiplicative hash of the length. */
  private static final int SLOT_BITS = 6;

  private static final int HASH_MULTIPLIER = 0x9e3779b1;

  private final FingerprintRule rule;
  private final MessageDigest sum;
  private final byte[][] shortDigests = new byte[MOST_SHORT_BYTES + 1][];
  private final int[] longLengths = new int[1 << SLOT_BITS];
  private final byte[][] longDigests = new byte[1 << SLOT_BITS][];

  /**
   * @param algorithm one that {@link Digests#named} knows
   */
  public ZeroDigests(String algorithm) {
    this(FingerprintRule.plain(algorithm));
  }

  public ZeroDigests(FingerprintRule rule) {
    this.rule = rule;
    sum = rule.digest();
  }

  /** The name of the digest algorithm or fingerprint rule of this cache. */
  public String algorithm() {
    return rule.name();
  }

  /** The digest of {@code bytes} zeros; the array is shared and must not be changed. */
  public byte[] ofZeros(int bytes) {
    boolean longer = bytes > MOST_SHORT_BYTES;
    int slot = longer ? (bytes * HASH_MULTIPLIER) >>> (Integer.SIZE - SLOT_BITS) : bytes;
    byte[][] table = longer ? longDigests : shortDigests;
    if (table[slot] == null || (longer && longLengths[slot] != bytes)) {
      table[slot] = digest(bytes);
      if (longer) {
        longLengths[slot] = bytes;
      }
    }
    return table[slot];
  }

  private byte[] digest(int bytes) {
    for (int left = bytes; left > 0; left -= ZEROS.length) {
      sum.update(ZEROS, 0, Math.min(left, ZEROS.length));
    }
    return sum.digest();
  }
}
