package dev.varve.jobs.derive.sharing;

import dev.varve.content.sharing.ChunkDegrees;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.Fingerprint;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Computes the sharing degrees of chunks from references sorted by fingerprint, snapshot and
 * segment.
 */
final class ChunkFold implements Fold<ChunkFold.ChunkReference> {
  private final ChunkDegrees degrees = new ChunkDegrees();
  private byte[] fingerprint = {};
  private long bytes;

  /**
   * A row of {@code schemas/sharing/chunk_reference.sql}. Zero chunks are left out.
   *
   * @param snapshotNumber as in view {@code snapshot_number}
   * @param segment position on the disk, from 0
   * @param vmNumber from 0, by name
   * @param bytes of the chunk
   */
  @SuppressWarnings("ArrayRecordComponent") // a row; only its bytes are compared
  record ChunkReference(
      byte[] fingerprint, int snapshotNumber, long segment, int vmNumber, int bytes) {}

  /**
   * A row of {@code chunk_sharing}, and the snapshots that contain the chunk.
   *
   * @param zero whether this is the row of zero data
   * @param bytes of one copy; 0 in the row of zero data
   * @param copies references, repeats within a segment counted
   * @param segments distinct segments of snapshots that contain it
   * @param snapshots distinct snapshots that contain it
   * @param vms distinct VMs that contain it
   * @param referencedBytes of all copies
   * @param owners numbers of the snapshots, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // a row, never compared
  record SharedChunk(
      Fingerprint fingerprint,
      boolean zero,
      long bytes,
      long copies,
      long segments,
      long snapshots,
      long vms,
      long referencedBytes,
      int[] owners) {}

  @Override
  public void add(ChunkReference row, Consumer<Record> output) {
    if (!Arrays.equals(row.fingerprint(), fingerprint)) {
      finish(output);
      fingerprint = row.fingerprint();
      bytes = row.bytes();
      degrees.start();
    }
    degrees.add(row.vmNumber(), row.snapshotNumber(), row.segment());
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (fingerprint.length > 0) {
      output.accept(
          new SharedChunk(
              Fingerprint.of(fingerprint),
              false,
              bytes,
              degrees.copies(),
              degrees.segments(),
              degrees.snapshots(),
              degrees.vms(),
              degrees.copies() * bytes,
              degrees.snapshotsInOrder()));
    }
  }
}
