package dev.varve.jobs.snapshot;

import dev.varve.chunking.Chunkers;
import dev.varve.chunking.SegmentChunker;
import dev.varve.inventory.SnapshotImage;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.WideRow;
import dev.varve.model.ByteStore;
import dev.varve.model.Fingerprint;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import dev.varve.trace.ChunkTrace;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.ArraySeq;

/**
 * The rows of one task's parts of snapshots, a segment at a time. A fault ends its part; whichever
 * rows of the snapshot there are, in this task and in others, are left out when tables are made of
 * the stream.
 */
final class SnapshotRows implements Iterator<Row>, Closeable {
  static final StructType FAULT =
      StructType.fromDDL(
          "vm STRING, snapshot STRING, segment BIGINT, run_id STRING, source STRING, digest STRING,"
              + " reason STRING, offset BIGINT, message STRING");
  static final WideRow WIDE =
      new WideRow(
          List.of("segment_recipe", "segment", "snapshot", "fault"),
          Map.of(
              "segment_recipe", Tables.schema("segment_recipe"),
              "segment", Tables.schema("segment"),
              "snapshot",
                  StructType.fromDDL(
                      "vm STRING, snapshot STRING, position INT, parent STRING, taken_at TIMESTAMP,"
                          + " format STRING, virtual_bytes BIGINT, allocated_bytes BIGINT,"
                          + " source STRING, run_id STRING"),
              "fault", FAULT));

  private final ByteStore store;
  private final SnapshotReading reading;
  private final String runId;
  private final Iterator<SnapshotPart> parts;
  private final LongAccumulator readBytes;
  private final Queue<Row> ready = new ArrayDeque<>();
  private @Nullable SegmentChunker chunker;
  private @Nullable SnapshotPart part;
  private @Nullable PartReader disk;
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
    try (PartReader openDisk = disk;
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
      PartReader open = disk;
      if (open == null) {
        open = new PartReader(store, reading.roots(), of);
        disk = open;
        if (of.isFirst()) {
          ready.add(snapshot(of, of.virtualBytes(), open.allocatedBytes()));
        }
      }
      at = open.position() + 1;
      if (!open.next()) {
        close();
        return;
      }
      add(of, segment(open), open.dirty());
      readBytes.add(open.length());
    } catch (MalformedBlobException e) {
      ready.add(fault(of.image(), of.source(), runId, at, SnapshotHead.Fault.of(e)));
      close();
    }
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
      ready.add(snapshot(of, open.virtualBytes(), traceBytes));
      readBytes.add(of.virtualBytes());
      close();
      return;
    }
    if (!reading.fingerprint().equals(open.algorithm())) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          -1,
          "a trace of %s digests, and the warehouse has %s"
              .formatted(open.algorithm(), reading.fingerprint()));
    }
    traceBytes += segment.bytes();
    add(of, segment, null);
  }

  private Segment segment(PartReader open) {
    if (chunker == null) {
      chunker = new SegmentChunker(Chunkers.named(reading.chunker()), reading.fingerprint());
    }
    return open.isHole()
        ? Segment.zero(open.position(), open.length())
        : chunker.segment(open.position(), open.bytes(), open.length());
  }

  private void add(SnapshotPart of, Segment segment, @Nullable Boolean dirty) {
    String vm = of.image().vm();
    String snapshot = of.image().snapshot();
    SegmentRecipe recipe = segment.recipe();
    ready.add(
        WIDE.row(
            "segment",
            vm,
            snapshot,
            segment.position(),
            segment.offset(),
            segment.bytes(),
            bytes(segment.fingerprint()),
            bytes(segment.minHash()),
            segment.zeroBytes(),
            recipe.chunks(),
            dirty));
    if (recipe.chunks() > 0) {
      ready.add(
          WIDE.row(
              "segment_recipe",
              vm,
              snapshot,
              segment.position(),
              new ArraySeq.ofInt(recipe.ends()),
              recipe.fingerprints(),
              new ArraySeq.ofBoolean(recipe.zeros())));
    }
  }

  private Row snapshot(SnapshotPart of, long virtualBytes, long allocatedBytes) {
    SnapshotImage image = of.image();
    return WIDE.row(
        "snapshot",
        image.vm(),
        image.snapshot(),
        image.position(),
        image.parent(),
        image.takenAtMicros(),
        image.format().label(),
        virtualBytes,
        allocatedBytes,
        of.source(),
        runId);
  }

  static Row fault(
      SnapshotImage image, String source, String runId, long segment, SnapshotHead.Fault fault) {
    return WIDE.row(
        "fault",
        image.vm(),
        image.snapshot(),
        segment,
        runId,
        source,
        null,
        fault.reason().name(),
        fault.offset() < 0 ? null : fault.offset(),
        fault.message());
  }

  private static byte @Nullable [] bytes(@Nullable Fingerprint fingerprint) {
    return fingerprint == null ? null : fingerprint.bytes();
  }
}
