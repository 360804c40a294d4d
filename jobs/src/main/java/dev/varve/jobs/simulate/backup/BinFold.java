package dev.varve.jobs.simulate.backup;

import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.simulate.reference.PackedSegment;
import dev.varve.simulation.backup.SrbBin;
import dev.varve.simulation.backup.SrbSnapshot;
import dev.varve.simulation.backup.Volume;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Simulates the bins of SRB, each of which stores the segments that are routed to it. */
final class BinFold implements Fold<PackedSegment> {
  private final long blockBytes;
  private int number;
  private @Nullable SrbBin bin;
  private Volume written = Volume.NONE;
  private Consumer<Record> output = record -> {};

  BinFold(long blockBytes) {
    this.blockBytes = blockBytes;
  }

  @Override
  public void add(PackedSegment row, Consumer<Record> to) {
    SrbBin current = bin;
    if (current == null || row.bin() != number) {
      finish(to);
      number = row.bin();
      current = new SrbBin(number, blockBytes, this::snapshot);
      bin = current;
      written = Volume.NONE;
    }
    output = to;
    current.add(row.references());
  }

  @Override
  public void finish(Consumer<Record> to) {
    output = to;
    SrbBin current = bin;
    if (current != null) {
      current.finish();
      to.accept(new BackupTables.BinVolume(number, written));
      long[] stored = current.blockBytes();
      for (int block = 0; block < stored.length; block++) {
        BackupTables.BlockPlace place = BackupTables.BlockPlace.ofBin(number, block);
        to.accept(new BackupTables.BlockRow(place, stored[block]));
      }
      bin = null;
    }
  }

  private void snapshot(SrbSnapshot snapshot) {
    written = written.plus(snapshot.written());
    for (int block : snapshot.blocks()) {
      BackupTables.BlockPlace place = BackupTables.BlockPlace.ofBin(number, block);
      output.accept(new BackupTables.EdgeRow(place, snapshot.vm()));
    }
  }
}
