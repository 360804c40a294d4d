package dev.varve.chunking;

import java.security.MessageDigest;
import java.util.Arrays;

/** Digests of runs of zeros, kept by length: disks have few lengths of them, and many of each. */
final class ZeroDigests {
  private static final int SLOT_BITS = 6;
  private static final int SPREAD = 0x9e3779b1;

  private final MessageDigest digest;
  private final byte[] zeros;
  private final int[] lengths = new int[1 << SLOT_BITS];
  private final byte[][] digests = new byte[1 << SLOT_BITS][];

  /**
   * @param zeros as many as a run may have; only read
   */
  ZeroDigests(MessageDigest digest, byte[] zeros) {
    this.digest = digest;
    this.zeros = zeros;
    Arrays.setAll(digests, slot -> new byte[0]);
  }

  /** Writes the digest of so many zeros into {@code target}. */
  void write(int length, byte[] target, int at) {
    int slot = (length * SPREAD) >>> (Integer.SIZE - SLOT_BITS);
    if (lengths[slot] != length) {
      digest.update(zeros, 0, length);
      digests[slot] = digest.digest();
      lengths[slot] = length;
    }
    System.arraycopy(digests[slot], 0, target, at, digests[slot].length);
  }
}
