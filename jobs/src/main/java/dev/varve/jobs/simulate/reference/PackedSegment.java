package dev.varve.jobs.simulate.reference;

import dev.varve.content.matching.ChunkKey;
import dev.varve.simulation.backup.DirtyBit;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.backup.SrbRouting;
import org.jspecify.annotations.Nullable;

/**
 * A row of view {@code packed_segment}: a segment that contains data, in 12 bytes a chunk.
 *
 * @param number of the snapshot in its VM's order, from 0
 * @param parentNumber number of the snapshot that it is compared with; -1 without one
 * @param lastChild number of the last snapshot that is compared with this one, or -1: this one is
 *     needed until then
 * @param position of the segment on the disk, from 0
 * @param bytes length of the segment
 * @param fingerprint key of the segment's fingerprint; 0 without one
 * @param minHash key of the smallest fingerprint of its chunks; 0 without one
 * @param bin of SRB that the segment is routed to
 * @param dirty whether the disk format says that it changed; null when unknown
 * @param chunks as {@link PackedChunks#packed} has them
 */
@SuppressWarnings("ArrayRecordComponent") // a row, never compared
public record PackedSegment(
    String vm,
    int number,
    int parentNumber,
    int lastChild,
    long position,
    int bytes,
    long fingerprint,
    long minHash,
    int bin,
    @Nullable Boolean dirty,
    byte[] chunks) {

  /** The segment as the simulations take it. */
  public SegmentReferences references() {
    PackedChunks unpacked = PackedChunks.read(chunks);
    return new SegmentReferences(
        vm,
        number,
        parentNumber,
        lastChild,
        position,
        bytes,
        fingerprint,
        minHash,
        unpacked.keys(),
        unpacked.ends(),
        unpacked.zeros(),
        dirty == null ? DirtyBit.UNKNOWN : dirty ? DirtyBit.SET : DirtyBit.CLEAR);
  }

  /**
   * A row of {@code schemas/simulate/reference.sql}. The first components are as in {@link
   * PackedSegment}, with fingerprints as they are stored.
   *
   * @param ends offset in the segment at which each chunk ends, ascending
   * @param fingerprints of the chunks, one after another, all of one width
   * @param zeros whether all bytes of a chunk are zero
   */
  @SuppressWarnings("ArrayRecordComponent") // a row, never compared
  record Recipe(
      String vm,
      int number,
      int parentNumber,
      int lastChild,
      long position,
      int bytes,
      byte @Nullable [] fingerprint,
      byte @Nullable [] minHash,
      @Nullable Boolean dirty,
      int[] ends,
      byte[] fingerprints,
      boolean[] zeros) {

    PackedSegment packed(SrbRouting routing) {
      long smallest = key(minHash);
      return new PackedSegment(
          vm,
          number,
          parentNumber,
          lastChild,
          position,
          bytes,
          key(fingerprint),
          smallest,
          routing.bin(smallest),
          dirty,
          PackedChunks.of(ends, fingerprints, zeros).packed());
    }

    private static long key(byte @Nullable [] digest) {
      return digest == null ? 0 : ChunkKey.of(digest, 0);
    }
  }
}
