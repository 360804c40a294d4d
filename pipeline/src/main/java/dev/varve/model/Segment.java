package dev.varve.model;

import org.jspecify.annotations.Nullable;

/**
 * A piece of a virtual disk at a multiple of {@link #BYTES}, the unit of similarity: a row of
 * tables {@code segment} and {@code segment_recipe} without its snapshot. A segment of zeros only
 * has no chunks, no fingerprint and no min-hash.
 *
 * @param position index on the disk, from 0
 * @param bytes length; only the last segment of a disk may be shorter than {@link #BYTES}
 * @param fingerprint digest over the fingerprints of its chunks in order; null when all is zero
 * @param minHash the smallest fingerprint, compared as unsigned bytes, of its chunks that are not
 *     zero; null when there are none
 * @param zeroBytes bytes of its zero chunks; all bytes when there are no chunks
 * @param recipe its chunks; empty when all is zero
 * @see <a href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 *     deduplication for converged cloud architectures</a>
 */
public record Segment(
    long position,
    int bytes,
    @Nullable Fingerprint fingerprint,
    @Nullable Fingerprint minHash,
    int zeroBytes,
    SegmentRecipe recipe) {

  /** Length of every segment but the last of a disk: 2 MiB. */
  public static final int BYTES = 2 << 20;

  private static final SegmentRecipe NO_CHUNKS =
      new SegmentRecipe(new int[0], new byte[0], new boolean[0]);

  /** A segment of zeros alone. */
  public static Segment zero(long position, int bytes) {
    return new Segment(position, bytes, null, null, bytes, NO_CHUNKS);
  }

  /** Bytes from the disk's start. */
  public long offset() {
    return position * BYTES;
  }
}
