package dev.varve.jobs.simulate.backup;

import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.simulate.reference.PackedSegment;
import dev.varve.simulation.backup.SrbBin;
import dev.varve.simulation.backup.SrbSnapshot;
import dev.varve.simulation.backup.Volume;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the bins of SRB, each of which stores the segments that are routed to it. Segments must
 * come sorted by bin, VM, snapshot and position.
 */
final class BinFold implements Fold<PackedSegment> {
  private final long blockBytes;
  private int binNumber;
  private @Nullable SrbBin bin;
  private Volume written = Volume.NONE;
  private Consumer<Record> output = record -> {};

  BinFold(long blockBytes) {
    this.blockBytes = blockBytes;
  }

  @Override
  public void add(PackedSegment row, Consumer<Record> output) {
    SrbBin current = bin;
    if (current == null || row.bin() != binNumber) {
      finish(output);
      binNumber = row.bin();
      current = new SrbBin(binNumber, blockBytes, this::emitSnapshot);
      bin = current;
      written = Volume.NONE;
    }
    this.output = output;
    current.add(row.references());
  }

  @Override
  public void finish(Consumer<Record> output) {
    this.output = output;
    SrbBin current = bin;
    if (current != null) {
      current.finish();
      output.accept(new BackupTables.BinVolume(binNumber, written));
      long[] stored = current.blockBytes();
      for (int block = 0; block < stored.length; block++) {
        BackupTables.BlockId id = BackupTables.BlockId.ofBin(binNumber, block);
        output.accept(new BackupTables.BlockRow(id, stored[block]));
      }
      bin = null;
    }
  }

  private void emitSnapshot(SrbSnapshot snapshot) {
    written = written.plus(snapshot.written());
    for (int block : snapshot.blocks()) {
      BackupTables.BlockId id = BackupTables.BlockId.ofBin(binNumber, block);
      output.accept(new BackupTables.EdgeRow(id, snapshot.vm()));
    }
  }
}
