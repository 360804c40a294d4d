package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.chunking.Chunkers;
import dev.varve.content.chunking.SegmentChunker;
import dev.varve.content.snapshot.SegmentReader;
import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.content.snapshot.SnapshotPart;
import dev.varve.input.trace.ChunkTrace;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.parquet.ScratchFiles;
import dev.varve.jobs.warehouse.parquet.VerifiedRows;
import dev.varve.jobs.warehouse.table.NewFiles;
import dev.varve.model.ByteStore;
import dev.varve.model.ForeignBytes;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of snapshots into files of tables, in the order of VMs, snapshots and segments. A
 * fault ends its part. All rows of that snapshot, from this task and from others, are then left out
 * of the tables.
 *
 * @param runId the run that publishes the rows
 * @param newFiles locations of the new files
 */
record SnapshotTask(SnapshotReading reading, String runId, NewFiles newFiles)
    implements Task<List<SnapshotPart>, SnapshotTask.Written> {

  /**
   * Recipes of some snapshots.
   *
   * @param vm VM of a snapshot of which the task read a part; null for snapshots that it read whole
   * @param files files with the recipes, in the order of their rows
   */
  record Recipes(@Nullable String vm, @Nullable String snapshot, List<RowFile.Written> files)
      implements Serializable {}

  /**
   * The files that a task wrote.
   *
   * @param recipes in the order of their rows
   * @param compared files of rows that may partly be left out, by table
   * @param parts how many parts were read, from the first on; all unless the run ends early
   */
  record Written(List<Recipes> recipes, Map<String, String> compared, int parts)
      implements Serializable {}

  @Override
  public Written run(List<SnapshotPart> parts, Context context) throws IOException {
    List<Recipes> recipes = new ArrayList<>();
    int read = 0;
    ScratchFiles rows =
        new ScratchFiles(
            SnapshotTables.COMPARED, newFiles.folder(), context.attempt(), context.store());
    try (rows;
        PartReader task = new PartReader(rows, context, recipes)) {
      for (SnapshotPart part : parts) {
        if (context.isStopped()) {
          break;
        }
        task.read(part);
        read++;
      }
    } catch (IOException e) {
      if (!context.isStopped()) {
        throw e;
      }
      // The part in progress is left out, and with it the rows of its snapshot.
    }
    return new Written(recipes, rows.written(), read);
  }

  private final class PartReader implements Closeable {
    private final ScratchFiles rows;
    private final Context context;
    private final List<Recipes> all;
    private final ByteStore store;
    private @Nullable SegmentChunker chunker;
    private VerifiedRows recipes;
    private int files;

    /** Index of the segment that is being read; -1 before the first. */
    private long segmentIndex;

    PartReader(ScratchFiles rows, Context context, List<Recipes> all) {
      this.rows = rows;
      this.context = context;
      this.all = all;
      store = reading.access().store(context.store());
      recipes = open();
    }

    private VerifiedRows open() {
      return new VerifiedRows(
          () ->
              RowFile.ofTable(
                  "segment_recipe",
                  newFiles.ofTable("segment_recipe", "%d_%d".formatted(context.attempt(), files++)),
                  context.store()),
          context.store());
    }

    void read(SnapshotPart part) throws IOException {
      if (!part.isWhole()) {
        closeFiles(null, null);
      }
      segmentIndex = -1;
      try {
        ForeignBytes.read(
            () -> {
              if (part.image().format().isTrace()) {
                readTrace(part);
              } else {
                readDisk(part);
              }
              return part;
            });
        recipes.accept();
      } catch (MalformedBlobException e) {
        requireRunning();
        rows.accept(
            SnapshotTables.FaultRow.of(part, segmentIndex, runId, SnapshotHead.Fault.of(e)));
        recipes.reject();
      }
      if (!part.isWhole()) {
        closeFiles(part.image().vm(), part.image().snapshot());
      }
    }

    /** Ends the files of these recipes. */
    private void closeFiles(@Nullable String vm, @Nullable String snapshot) throws IOException {
      recipes.close();
      if (!recipes.written().isEmpty()) {
        all.add(new Recipes(vm, snapshot, recipes.written()));
      }
      recipes = open();
    }

    private void readDisk(SnapshotPart part) throws IOException {
      try (SegmentReader disk = new SegmentReader(store, reading.roots(), part)) {
        if (part.isFirst()) {
          addSnapshot(part, disk.virtualBytes(), disk.allocatedBytes(), disk.fileBytes());
          addChain(part, disk);
        }
        for (segmentIndex = part.firstSegment(); disk.next(); segmentIndex++) {
          requireRunning();
          addSegment(part, readSegment(disk), disk.dirty());
          context.done(disk.length());
        }
      }
    }

    private void addChain(SnapshotPart part, SegmentReader disk) throws IOException {
      if (disk.disk().backing() != null && reading.mapsChains()) {
        ChainRows chain = new ChainRows(part.image(), disk.disk());
        for (Record row = chain.next(); row != null; row = chain.next()) {
          rows.accept(row);
        }
      }
    }

    private void readTrace(SnapshotPart part) throws IOException {
      long bytes = 0;
      try (ChunkTrace trace = part.image().trace(store)) {
        for (Segment segment = trace.next(); segment != null; segment = trace.next()) {
          requireRunning();
          requireDigests(trace);
          bytes += segment.bytes();
          addSegment(part, segment, null);
        }
        addSnapshot(part, trace.virtualBytes(), bytes, null);
        context.done(part.virtualBytes());
      }
    }

    private void requireRunning() throws IOException {
      if (context.isStopped()) {
        throw new InterruptedIOException("the run ends early");
      }
    }

    private void requireDigests(ChunkTrace trace) throws MalformedBlobException {
      if (!reading.fingerprint().name().equals(trace.algorithm())) {
        throw new MalformedBlobException(
            RejectReason.UNSUPPORTED,
            "the trace has digests by %s, the warehouse by %s: use another warehouse"
                .formatted(trace.algorithm(), reading.fingerprint()));
      }
    }

    private Segment readSegment(SegmentReader disk) {
      if (disk.isHole()) {
        return Segment.zero(disk.position(), disk.length());
      }
      SegmentChunker opened = chunker;
      if (opened == null) {
        opened =
            new SegmentChunker(
                Chunkers.named(reading.chunker()), reading.fingerprint(), reading.digest());
        chunker = opened;
      }
      return opened.segment(disk.position(), disk.bytes(), disk.length());
    }

    private void addSegment(SnapshotPart part, Segment segment, @Nullable Boolean dirty)
        throws IOException {
      String vm = part.image().vm();
      String snapshot = part.image().snapshot();
      rows.accept(new SnapshotTables.SegmentRow(vm, snapshot, segment, dirty));
      if (segment.recipe().chunks() > 0) {
        recipes.add(
            SnapshotTables.RECIPES.row(
                new SnapshotTables.RecipeRow(vm, snapshot, segment.position(), segment.recipe())));
      }
    }

    private void addSnapshot(
        SnapshotPart part, long virtualBytes, long allocatedBytes, @Nullable Long fileBytes) {
      rows.accept(
          new SnapshotTables.SnapshotRow(
              part.image(), virtualBytes, allocatedBytes, fileBytes, part.source(), runId));
    }

    @Override
    public void close() throws IOException {
      closeFiles(null, null);
    }
  }
}
