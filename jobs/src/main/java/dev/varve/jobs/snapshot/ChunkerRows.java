package dev.varve.jobs.snapshot;

import dev.varve.backup.LeftoverCounts;
import dev.varve.chunking.Chunkers;
import dev.varve.chunking.SegmentChunker;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.run.FoldRows;
import dev.varve.matching.ChunkKey;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import dev.varve.snapshot.SegmentReader;
import dev.varve.snapshot.SnapshotHead;
import dev.varve.snapshot.SnapshotPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;

/**
 * Several chunkers over the same parts of disks: each segment is read once and cut by all of them.
 * Their chunks are counted, not kept.
 */
final class ChunkerRows implements FoldRows.Fold<SnapshotPart> {
  static final WideRow WIDE =
      new WideRow(
          RowBinder.of("chunk", ChunkRow.class),
          RowBinder.of("sum", SumRow.class),
          SnapshotTables.FAULTS);

  /** A chunk that a chunker cut from some segments of a snapshot, and how often it occurs. */
  private record ChunkRow(Cut cut, long key, int bytes, long copies) {}

  /** Bytes that a chunker processed of a snapshot, and its processor time. */
  private record SumRow(Cut cut, long bytes, long zeroBytes, long cpuNanos, long cutBytes) {}

  /** Key: a chunker and a snapshot. */
  private record Cut(String chunker, String vm, String snapshot) {}

  private static final int MOST_CHUNKS = 1 << 17;

  private final ByteStore store;
  private final List<String> roots;
  private final String runId;
  private final LongAccumulator readBytes;
  private final List<Cutting> cuttings = new ArrayList<>();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  ChunkerRows(
      ByteStore store,
      SnapshotReading reading,
      List<String> chunkers,
      String runId,
      LongAccumulator readBytes) {
    this.store = store;
    this.roots = reading.roots();
    this.runId = runId;
    this.readBytes = readBytes;
    chunkers.forEach(name -> cuttings.add(new Cutting(name, reading)));
  }

  @Override
  public void add(SnapshotPart part, Consumer<Row> output) {
    long at = -1;
    for (Cutting cutting : cuttings) {
      cutting.start(part, output);
    }
    try (SegmentReader disk = new SegmentReader(store, roots, part)) {
      if (part.isFirst()) {
        long unused =
            disk.allocatedBytes(); // called so that the same disks are rejected as in an ingest
      }
      for (at = part.firstSegment(); disk.next(); at++) {
        for (Cutting cutting : cuttings) {
          cutting.cut(disk, threads);
        }
        readBytes.add(disk.length());
      }
    } catch (MalformedBlobException e) {
      output.accept(
          WIDE.row(SnapshotTables.FaultRow.of(part, at, runId, SnapshotHead.Fault.of(e))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cuttings.forEach(Cutting::finish);
  }

  @Override
  public void finish(Consumer<Row> output) {}

  /** One chunker and its counts for the current part. */
  private static final class Cutting {
    private final String name;
    private final SegmentChunker chunker;
    private final LeftoverCounts counts;
    private Cut cut = new Cut("", "", "");
    private Consumer<Row> output = row -> {};
    private long bytes;
    private long zeroBytes;
    private long cpuNanos;
    private long cutBytes;

    Cutting(String name, SnapshotReading reading) {
      this.name = name;
      chunker = new SegmentChunker(Chunkers.named(name), reading.fingerprint(), reading.digest());
      counts =
          new LeftoverCounts(
              MOST_CHUNKS,
              (key, length, copies) ->
                  output.accept(WIDE.row(new ChunkRow(cut, key, length, copies))));
    }

    void start(SnapshotPart part, Consumer<Row> to) {
      cut = new Cut(name, part.image().vm(), part.image().snapshot());
      output = to;
      bytes = 0;
      zeroBytes = 0;
      cpuNanos = 0;
      cutBytes = 0;
    }

    void cut(SegmentReader disk, ThreadMXBean threads) {
      bytes += disk.length();
      if (disk.isHole()) {
        zeroBytes += disk.length();
        return;
      }
      long before = threads.getCurrentThreadCpuTime();
      Segment segment = chunker.segment(disk.position(), disk.bytes(), disk.length());
      cpuNanos += threads.getCurrentThreadCpuTime() - before;
      cutBytes += disk.length();
      zeroBytes += segment.zeroBytes();
      SegmentRecipe recipe = segment.recipe();
      for (int chunk = 0; chunk < recipe.chunks(); chunk++) {
        if (!recipe.zeros()[chunk]) {
          counts.leftover(
              ChunkKey.of(recipe.fingerprints(), chunk * recipe.width()), recipe.bytes(chunk));
        }
      }
    }

    void finish() {
      counts.flush();
      output.accept(WIDE.row(new SumRow(cut, bytes, zeroBytes, cpuNanos, cutBytes)));
    }
  }
}
