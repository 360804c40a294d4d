package dev.varve.jobs.sharing;

import dev.varve.jobs.row.RowReader;
import dev.varve.model.Fingerprint;
import dev.varve.sharing.ChunkDegrees;
import org.apache.spark.sql.Row;

/**
 * Sharing degrees and snapshots of chunks, of references sorted by fingerprint, snapshot and
 * segment.
 */
final class ChunkFold extends ContentFold<SharingTables.ChunkReference> {
  private final ChunkDegrees degrees = new ChunkDegrees();
  private long bytes;

  ChunkFold(RowReader<SharingTables.ChunkReference> references) {
    super(references);
  }

  @Override
  byte[] fingerprint(SharingTables.ChunkReference reference) {
    return reference.fingerprint();
  }

  @Override
  void start(SharingTables.ChunkReference first) {
    bytes = first.bytes();
    degrees.start();
  }

  @Override
  void count(SharingTables.ChunkReference reference) {
    degrees.add(reference.vmNumber(), reference.snapshotNumber(), reference.segment());
  }

  @Override
  Row row(byte[] of) {
    SharingTables.ChunkCounts counts =
        new SharingTables.ChunkCounts(
            degrees.copies(), degrees.segments(), degrees.snapshots(), degrees.vms());
    SharingTables.ChunkRow chunk = new SharingTables.ChunkRow(Fingerprint.of(of), bytes, counts);
    return SharingTables.HELD_CHUNKS.row(
        new SharingTables.HeldChunk(chunk, degrees.snapshotsInOrder()));
  }
}
