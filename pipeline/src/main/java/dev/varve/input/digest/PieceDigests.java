package dev.varve.input.digest;

import java.security.DigestException;
import java.security.MessageDigest;

/**
 * Fingerprints of pieces of an array that follow each other, as chunks do. One call takes many
 * pieces, because the native engine digests two at a time. Not thread-safe.
 */
public final class PieceDigests {
  private final MessageDigest digest;
  private final int digestBytes;

  public PieceDigests(FingerprintRule rule, DigestEngine engine) {
    digest = rule.digest(engine);
    digestBytes = digest.getDigestLength();
  }

  /** Bytes of a fingerprint. */
  public int digestBytes() {
    return digestBytes;
  }

  /** The fingerprint of one piece. */
  public byte[] digest(byte[] bytes, int from, int to) {
    digest.update(bytes, from, to - from);
    return digest.digest();
  }

  /**
   * Fingerprints of several pieces.
   *
   * @param from index in {@code bytes} at which piece {@code first} begins
   * @param ends index in {@code bytes} behind each piece, by the number of the piece
   * @param last number of the last wanted piece, plus one
   * @param fingerprints receives the fingerprint of piece {@code n} at index {@code n * width}
   */
  public void digestAll(
      byte[] bytes, int from, int[] ends, int first, int last, byte[] fingerprints) {
    if (digest instanceof NativeSha256) {
      NativeSha256.pieces(bytes, from, ends, first, last, fingerprints);
      return;
    }
    int begin = from;
    for (int piece = first; piece < last; begin = ends[piece++]) {
      digest.update(bytes, begin, ends[piece] - begin);
      try {
        digest.digest(fingerprints, piece * digestBytes, digestBytes);
      } catch (DigestException e) {
        throw new IllegalStateException("no space for a digest of " + digestBytes + " bytes", e);
      }
    }
  }
}
