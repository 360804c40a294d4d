package dev.varve.input.digest;

import java.security.DigestException;
import java.security.MessageDigest;

/**
 * Fingerprints of pieces of an array that follow each other, as chunks do. A call takes many, as an
 * engine may take two of them in less time than one after the other. Not thread-safe.
 */
public final class PieceDigests {
  private final MessageDigest digest;
  private final int width;

  public PieceDigests(FingerprintRule rule, DigestEngine engine) {
    digest = rule.digest(engine);
    width = digest.getDigestLength();
  }

  /** Bytes of a fingerprint. */
  public int width() {
    return width;
  }

  /** The fingerprint of one piece. */
  public byte[] of(byte[] bytes, int from, int to) {
    digest.update(bytes, from, to - from);
    return digest.digest();
  }

  /**
   * Fingerprints of several pieces.
   *
   * @param from where piece {@code first} begins
   * @param ends where pieces end, by their numbers
   * @param last the piece behind the last one that is wanted
   * @param fingerprints receives them, each at its number times {@link #width}
   */
  public void of(byte[] bytes, int from, int[] ends, int first, int last, byte[] fingerprints) {
    if (digest instanceof NativeSha256) {
      NativeSha256.pieces(bytes, from, ends, first, last, fingerprints);
      return;
    }
    int begin = from;
    for (int piece = first; piece < last; begin = ends[piece++]) {
      digest.update(bytes, begin, ends[piece] - begin);
      try {
        digest.digest(fingerprints, piece * width, width);
      } catch (DigestException e) {
        throw new IllegalStateException("no space for a digest of " + width + " bytes", e);
      }
    }
  }
}
