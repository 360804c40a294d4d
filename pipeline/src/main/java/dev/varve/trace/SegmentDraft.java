package dev.varve.trace;

import dev.varve.digest.Digests;
import dev.varve.model.Fingerprint;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A segment of a trace that grows chunk by chunk. */
final class SegmentDraft {
  private static final int FEW = 512;

  private final long position;
  private final MessageDigest sum;
  private int[] ends = new int[FEW];
  private boolean[] zeros = new boolean[FEW];
  private byte[] digests = new byte[0];
  private int chunks;
  private int bytes;
  private int zeroBytes;
  private byte @Nullable [] smallest;

  SegmentDraft(long position, String algorithm) {
    this.position = position;
    this.sum = Digests.named(algorithm);
  }

  long position() {
    return position;
  }

  void add(byte[] digest, int chunkBytes, boolean zero) {
    if (chunks == ends.length) {
      ends = Arrays.copyOf(ends, 2 * chunks);
      zeros = Arrays.copyOf(zeros, 2 * chunks);
    }
    if (digests.length < (chunks + 1) * digest.length) {
      digests = Arrays.copyOf(digests, ends.length * digest.length);
    }
    System.arraycopy(digest, 0, digests, chunks * digest.length, digest.length);
    bytes += chunkBytes;
    ends[chunks] = bytes;
    zeros[chunks++] = zero;
    sum.update(digest);
    if (zero) {
      zeroBytes += chunkBytes;
    } else if (smallest == null || Arrays.compareUnsigned(digest, smallest) < 0) {
      smallest = digest.clone();
    }
  }

  /** The segment; of zeros alone it has no chunks. */
  Segment segment() {
    byte[] least = smallest;
    if (least == null) {
      SegmentRecipe none = new SegmentRecipe(new int[0], new byte[0], new boolean[0]);
      return new Segment(position, bytes, null, null, bytes, none);
    }
    SegmentRecipe recipe =
        new SegmentRecipe(
            Arrays.copyOf(ends, chunks),
            Arrays.copyOf(digests, chunks * least.length),
            Arrays.copyOf(zeros, chunks));
    return new Segment(
        position, bytes, Fingerprint.of(sum.digest()), Fingerprint.of(least), zeroBytes, recipe);
  }
}
