package dev.varve.simulation.backup;

import dev.varve.content.matching.ChunkKey;
import dev.varve.model.Fingerprint;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import org.jspecify.annotations.Nullable;

/**
 * One segment of one snapshot, as input of the simulations: a row of tables {@code segment} and
 * {@code segment_recipe} with keys for fingerprints ({@link ChunkKey}). The arrays are not to be
 * changed: the fold keeps them while the snapshot is a parent.
 *
 * @param vm name of the VM
 * @param snapshot number of the snapshot in its VM's order, without gaps. A snapshot without any
 *     segment contains zeros only
 * @param parent number of the direct parent, a smaller one; {@link #NONE} of a first snapshot
 * @param lastChild number of the last snapshot that this one is the parent of, or {@link #NONE}
 * @param position index of the segment on the disk
 * @param bytes length of the segment
 * @param fingerprint key of the segment's checksum; arbitrary when the segment contains only zeros
 * @param minHash key of the smallest fingerprint of the chunks that are not zero; arbitrary when
 *     there are none
 * @param keys the chunks' keys in order; empty when the segment contains zeros alone
 * @param ends where each chunk ends, in bytes from the segment's start
 * @param zeros whether a chunk is zero
 * @param dirty what the disk format says, for {@link VersionDetection#DIRTY_BITS}
 */
@SuppressWarnings("ArrayRecordComponent") // a value passed on by the hundred thousand, not compared
public record SegmentReferences(
    String vm,
    int snapshot,
    int parent,
    int lastChild,
    long position,
    int bytes,
    long fingerprint,
    long minHash,
    long[] keys,
    int[] ends,
    boolean[] zeros,
    DirtyBit dirty) {

  /** Instead of a snapshot number: there is none. */
  public static final int NONE = -1;

  /** Checks the shape. */
  public SegmentReferences {
    if (parent >= snapshot) {
      throw new IllegalArgumentException("snapshot " + snapshot + " follows " + parent);
    }
    if (keys.length != ends.length || keys.length != zeros.length) {
      throw new IllegalArgumentException(
          keys.length + " keys, " + ends.length + " ends, " + zeros.length + " zero flags");
    }
  }

  /**
   * A segment of a chain, where each snapshot follows the one before, with the first eight bytes of
   * digests as keys.
   *
   * @param snapshot number of the snapshot in its VM's order, without gaps
   */
  public static SegmentReferences of(String vm, int snapshot, Segment segment, DirtyBit dirty) {
    SegmentRecipe recipe = segment.recipe();
    return new SegmentReferences(
        vm,
        snapshot,
        snapshot - 1,
        snapshot + 1,
        segment.position(),
        segment.bytes(),
        key(segment.fingerprint()),
        key(segment.minHash()),
        ChunkKey.all(recipe.fingerprints(), recipe.chunks()),
        recipe.ends(),
        recipe.zeros(),
        dirty);
  }

  /** Number of chunks, zero ones too. */
  public int chunks() {
    return keys.length;
  }

  /** Length of a chunk. */
  public int bytes(int chunk) {
    return chunk == 0 ? ends[0] : ends[chunk] - ends[chunk - 1];
  }

  /** Chunks that are not zero, and their bytes. */
  public Volume data() {
    long chunks = 0;
    long dataBytes = 0;
    for (int i = 0; i < keys.length; i++) {
      if (!zeros[i]) {
        chunks++;
        dataBytes += bytes(i);
      }
    }
    return new Volume(chunks, dataBytes);
  }

  private static long key(@Nullable Fingerprint fingerprint) {
    return fingerprint == null ? 0 : ChunkKey.of(fingerprint.bytes(), 0);
  }
}
