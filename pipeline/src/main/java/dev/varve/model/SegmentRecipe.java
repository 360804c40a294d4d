package dev.varve.model;

import java.util.Arrays;

/**
 * The chunks of one segment in order, in packed arrays, so that a billion chunks are cheap to keep
 * in memory, write and scan. The arrays must not be changed, as rows share them.
 *
 * @param ends where each chunk ends, in bytes from the segment's start; ascending, the last is the
 *     segment's length
 * @param fingerprints the chunks' digests one after another, each of the same width
 * @param zeros by chunk, whether all its bytes are zero
 */
public record SegmentRecipe(int[] ends, byte[] fingerprints, boolean[] zeros) {

  /** Number of chunks. */
  public int chunks() {
    return ends.length;
  }

  /** Bytes from the segment's start to the chunk's. */
  public int offset(int chunk) {
    return chunk == 0 ? 0 : ends[chunk - 1];
  }

  /** Length of a chunk. */
  public int bytes(int chunk) {
    return ends[chunk] - offset(chunk);
  }

  /** Bytes of one digest; 0 when there are no chunks. */
  public int width() {
    return ends.length == 0 ? 0 : fingerprints.length / ends.length;
  }

  /** A chunk's digest, copied. */
  public Fingerprint fingerprint(int chunk) {
    int width = width();
    return Fingerprint.of(Arrays.copyOfRange(fingerprints, chunk * width, chunk * width + width));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SegmentRecipe that
        && Arrays.equals(ends, that.ends)
        && Arrays.equals(fingerprints, that.fingerprints)
        && Arrays.equals(zeros, that.zeros);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(ends) + Arrays.hashCode(fingerprints);
  }

  @Override
  public String toString() {
    return "SegmentRecipe of " + ends.length + " chunks";
  }
}
