package dev.varve.jobs.snapshot;

import dev.varve.chunking.Chunkers;
import dev.varve.chunking.SegmentChunker;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import dev.varve.snapshot.SegmentReader;
import dev.varve.snapshot.SnapshotHead;
import dev.varve.snapshot.SnapshotPart;
import dev.varve.trace.ChunkTrace;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one task's parts of snapshots, a segment at a time. A fault ends its part; all rows
 * of that snapshot, of this task and of others, are left out when the tables are written.
 */
final class SnapshotRows implements Iterator<Row>, Closeable {
  private final ByteStore store;
  private final SnapshotReading reading;
  private final String runId;
  private final Iterator<SnapshotPart> parts;
  private final LongAccumulator readBytes;
  private final Queue<Row> ready = new ArrayDeque<>();
  private @Nullable SegmentChunker chunker;
  private @Nullable SnapshotPart part;
  private @Nullable SegmentReader disk;
  private @Nullable ChainRows chain;
  private @Nullable ChunkTrace trace;
  private long traceBytes;

  SnapshotRows(
      ByteStore store,
      SnapshotReading reading,
      String runId,
      Iterator<SnapshotPart> parts,
      LongAccumulator readBytes) {
    this.store = store;
    this.reading = reading;
    this.runId = runId;
    this.parts = parts;
    this.readBytes = readBytes;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty()) {
      try {
        if (part == null) {
          if (!parts.hasNext()) {
            return false;
          }
          part = parts.next();
        }
        step(part);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return true;
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  @Override
  public void close() throws IOException {
    part = null;
    chain = null;
    try (SegmentReader openDisk = disk;
        ChunkTrace openTrace = trace) {
      disk = null;
      trace = null;
    }
  }

  private void step(SnapshotPart of) throws IOException {
    long at = -1;
    try {
      if (of.image().format().isTrace()) {
        stepTrace(of);
        return;
      }
      SegmentReader open = disk;
      if (open == null) {
        open = new SegmentReader(store, reading.roots(), of);
        disk = open;
        if (of.isFirst()) {
          addSnapshot(of, of.virtualBytes(), open.allocatedBytes());
          chain = chain(of, open);
        }
      }
      if (chain != null) {
        Record row = chain.next();
        if (row != null) {
          add(row);
          return;
        }
        chain = null;
      }
      at = open.position() + 1;
      if (!open.next()) {
        close();
        return;
      }
      addSegment(of, segment(open), open.dirty());
      readBytes.add(open.length());
    } catch (MalformedBlobException e) {
      add(SnapshotTables.FaultRow.of(of, at, runId, SnapshotHead.Fault.of(e)));
      close();
    }
  }

  private @Nullable ChainRows chain(SnapshotPart of, SegmentReader open) {
    boolean has = open.disk().backing() != null;
    return has && reading.mapRule() == SnapshotReading.MapRule.KEEP
        ? new ChainRows(of.image(), open.disk())
        : null;
  }

  private void stepTrace(SnapshotPart of) throws IOException {
    ChunkTrace open = trace;
    if (open == null) {
      open = of.image().trace(store);
      trace = open;
      traceBytes = 0;
    }
    Segment segment = open.next();
    if (segment == null) {
      addSnapshot(of, open.virtualBytes(), traceBytes);
      readBytes.add(of.virtualBytes());
      close();
      return;
    }
    if (!reading.fingerprint().name().equals(open.algorithm())) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          -1,
          "the trace has %s digests, the warehouse %s"
              .formatted(open.algorithm(), reading.fingerprint()));
    }
    traceBytes += segment.bytes();
    addSegment(of, segment, null);
  }

  private Segment segment(SegmentReader open) {
    if (chunker == null) {
      chunker =
          new SegmentChunker(
              Chunkers.named(reading.chunker()), reading.fingerprint(), reading.digest());
    }
    return open.isHole()
        ? Segment.zero(open.position(), open.length())
        : chunker.segment(open.position(), open.bytes(), open.length());
  }

  private void addSegment(SnapshotPart of, Segment segment, @Nullable Boolean dirty) {
    String vm = of.image().vm();
    String snapshot = of.image().snapshot();
    SegmentRecipe recipe = segment.recipe();
    add(new SnapshotTables.SegmentRow(vm, snapshot, segment, dirty));
    if (recipe.chunks() > 0) {
      add(new SnapshotTables.RecipeRow(vm, snapshot, segment.position(), recipe));
    }
  }

  private void addSnapshot(SnapshotPart of, long virtualBytes, long allocatedBytes) {
    add(
        new SnapshotTables.SnapshotRow(
            of.image(), virtualBytes, allocatedBytes, of.source(), runId));
  }

  private void add(Record record) {
    ready.add(SnapshotTables.WIDE.row(record));
  }
}
