package dev.varve.model;

import java.util.Arrays;

/**
 * Consecutive chunks of a file's content in packed arrays: a row of {@code file_recipe}. The arrays
 * must not be changed, as rows share them.
 *
 * @param chunker name of the rule that cut the file
 * @param fingerprint fingerprint of the whole content
 * @param piece index in the file, from 0
 * @param offset bytes of the file before the piece
 * @param ends where each chunk ends, in bytes from the piece's start; ascending, the last is the
 *     piece's length
 * @param fingerprints the chunks' digests one after another; empty for a file of a single chunk,
 *     whose digest is the file's
 */
public record FilePiece(
    String chunker,
    Fingerprint fingerprint,
    int piece,
    long offset,
    int[] ends,
    byte[] fingerprints) {

  /** Number of chunks. */
  public int chunks() {
    return ends.length;
  }

  /** Length of the piece; never 0. */
  public int bytes() {
    return ends[ends.length - 1];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FilePiece that
        && chunker.equals(that.chunker)
        && fingerprint.equals(that.fingerprint)
        && piece == that.piece
        && offset == that.offset
        && Arrays.equals(ends, that.ends)
        && Arrays.equals(fingerprints, that.fingerprints);
  }

  @Override
  public int hashCode() {
    return 31 * fingerprint.hashCode() + piece;
  }

  @Override
  public String toString() {
    return "piece " + piece + " of " + fingerprint + " by " + chunker + ", " + chunks() + " chunks";
  }
}
