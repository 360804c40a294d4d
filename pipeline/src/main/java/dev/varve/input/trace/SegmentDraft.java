package dev.varve.input.trace;

import dev.varve.input.digest.Digests;
import dev.varve.model.Fingerprint;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A segment of a trace under construction, to which chunks are added. Its arrays are reused for the
 * next segment.
 */
final class SegmentDraft {
  /** Chunks for which the arrays have space at first: 2 MiB in chunks of 4 KiB. */
  private static final int FEW = 512;

  private final MessageDigest sum;
  private long position;
  private int[] ends = new int[FEW];
  private boolean[] zeros = new boolean[FEW];
  private byte[] digests = new byte[0];
  private int chunks;
  private int bytes;
  private int zeroBytes;
  private byte @Nullable [] smallest;

  SegmentDraft(String algorithm) {
    sum = Digests.named(algorithm);
  }

  /** Whether it has chunks of a segment at another position than {@code at}. */
  boolean isOther(long at) {
    return chunks > 0 && position != at;
  }

  boolean isEmpty() {
    return chunks == 0;
  }

  /** Adds a chunk that begins in the segment at position {@code at}. */
  void add(long at, byte[] digest, int chunkBytes, boolean zero) {
    position = at;
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

  /** Ends the segment. A segment of zeros alone is returned without chunks. */
  Segment end() {
    Segment segment = segment(Fingerprint.of(sum.digest()), smallest);
    chunks = 0;
    bytes = 0;
    zeroBytes = 0;
    smallest = null;
    return segment;
  }

  private Segment segment(Fingerprint fingerprint, byte @Nullable [] least) {
    if (least == null) {
      SegmentRecipe none = new SegmentRecipe(new int[0], new byte[0], new boolean[0]);
      return new Segment(position, bytes, null, null, bytes, none);
    }
    SegmentRecipe recipe =
        new SegmentRecipe(
            Arrays.copyOf(ends, chunks),
            Arrays.copyOf(digests, chunks * least.length),
            Arrays.copyOf(zeros, chunks));
    return new Segment(position, bytes, fingerprint, Fingerprint.of(least), zeroBytes, recipe);
  }
}
