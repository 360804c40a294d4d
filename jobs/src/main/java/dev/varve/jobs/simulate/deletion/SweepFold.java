package dev.varve.jobs.simulate.deletion;

import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.simulate.reference.PackedSegment;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.deletion.ChunkReferences;
import dev.varve.simulation.deletion.FleetSweep;
import dev.varve.simulation.deletion.ReferenceList;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Exact mark and sweep of the fleet, part by part, after the deletion of the first snapshot of
 * every VM: the method that cheaper ones are compared with. Chunks are cut by their keys into
 * independent parts, so that all marks of a part fit into a task; the costs of the parts add up.
 * Pieces must come sorted by part. The output is one {@link FleetSweep.Costs} a part.
 */
final class SweepFold implements Fold<SweepFold.Piece> {
  /** Number of groups of VMs; one group deletes after the other. */
  private final int groups;

  /** Number of snapshots of each VM; the first of two or more is deleted. */
  private final Map<String, Integer> snapshotsOfVms;

  private int part;
  private @Nullable FleetSweep sweep;

  /**
   * Chunks of a segment that are in one part.
   *
   * @param part number of the part, from 0
   * @param snapshot number of the snapshot in its VM's order, from 0
   * @param chunks in 12 bytes each: all keys, then all lengths
   */
  @SuppressWarnings("ArrayRecordComponent") // a row, never compared
  record Piece(int part, String vm, int snapshot, byte[] chunks) {
    private static final int CHUNK_BYTES = Long.BYTES + Integer.BYTES;

    private static Piece of(int part, PackedSegment row, ChunkReferences references) {
      ByteBuffer packed = ByteBuffer.allocate(references.chunks() * CHUNK_BYTES);
      packed.asLongBuffer().put(references.keys());
      packed.position(references.chunks() * Long.BYTES).asIntBuffer().put(references.bytes());
      return new Piece(part, row.vm(), row.number(), packed.array());
    }

    private ChunkReferences references() {
      ByteBuffer packed = ByteBuffer.wrap(chunks);
      long[] keys = new long[chunks.length / CHUNK_BYTES];
      int[] bytes = new int[keys.length];
      packed.asLongBuffer().get(keys);
      packed.position(keys.length * Long.BYTES).asIntBuffer().get(bytes);
      return new ChunkReferences(keys, bytes);
    }
  }

  SweepFold(int groups, Map<String, Integer> snapshotsOfVms) {
    this.groups = groups;
    this.snapshotsOfVms = snapshotsOfVms;
  }

  /** Emits the pieces of a segment, without zero chunks: one for each part that has any. */
  static void emitPieces(PackedSegment row, int parts, Consumer<Record> output) {
    SegmentReferences segment = row.references();
    ReferenceList list = new ReferenceList();
    for (int chunk = 0; chunk < segment.chunks(); chunk++) {
      if (!segment.zeros()[chunk]) {
        list.add(segment.keys()[chunk], segment.bytes(chunk));
      }
    }
    list.cut(parts).forEach((part, references) -> output.accept(Piece.of(part, row, references)));
  }

  @Override
  public void add(Piece piece, Consumer<Record> output) {
    FleetSweep current = sweep;
    if (current == null || piece.part() != part) {
      finish(output);
      current = new FleetSweep(groups, snapshotsOfVms);
      sweep = current;
      part = piece.part();
    }
    current.add(new FleetSweep.Piece(piece.vm(), piece.snapshot(), piece.references()));
  }

  /** Emits the costs of the last part. */
  @Override
  public void finish(Consumer<Record> output) {
    FleetSweep current = sweep;
    if (current != null) {
      output.accept(current.costs());
      sweep = null;
    }
  }
}
