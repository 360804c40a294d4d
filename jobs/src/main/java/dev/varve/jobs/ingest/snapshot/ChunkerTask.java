package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.chunking.Chunkers;
import dev.varve.content.chunking.SegmentChunker;
import dev.varve.content.matching.ChunkKey;
import dev.varve.content.snapshot.SegmentReader;
import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.content.snapshot.SnapshotPart;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.ScratchFiles;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import dev.varve.simulation.backup.LeftoverCounts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Cuts parts of disks by several chunkers, reading each segment once. The chunks are counted, not
 * stored.
 *
 * @param folder folder for the files of counts
 */
record ChunkerTask(SnapshotReading reading, List<String> chunkers, String runId, String folder)
    implements Task<List<SnapshotPart>, Map<String, String>> {
  /** Classes of the rows of counts, by the name of their view. */
  static final Map<String, Class<? extends Record>> ROWS =
      Map.of(
          "chunk", ChunkRow.class,
          "sum", SumRow.class,
          "fault", SnapshotTables.FaultRow.class);

  private static final int MAX_CHUNKS = 1 << 17;

  /**
   * A chunk that a chunker cut from some segments of a snapshot, and its number of occurrences
   * there.
   *
   * @param cut chunker and snapshot
   * @param key of the chunk's fingerprint
   * @param bytes of one copy
   */
  private record ChunkRow(Cut cut, long key, int bytes, long copies) {}

  /**
   * Bytes of a snapshot that a chunker processed, and its processor time in nanoseconds.
   *
   * @param cut chunker and snapshot
   * @param bytes of the segments, zeros too
   * @param zeroBytes of these, zeros
   * @param cpuNanos processor time of cutting
   * @param cutBytes length of the segments that the chunker cut
   */
  private record SumRow(Cut cut, long bytes, long zeroBytes, long cpuNanos, long cutBytes) {}

  private record Cut(String chunker, String vm, String snapshot) {}

  @Override
  public Map<String, String> run(List<SnapshotPart> parts, Context context) throws IOException {
    ScratchFiles rows = new ScratchFiles(ROWS, folder, context.attempt(), context.store());
    try (rows) {
      List<Cutting> cuttings = new ArrayList<>();
      chunkers.forEach(name -> cuttings.add(new Cutting(name, reading, rows)));
      Store store = context.store();
      for (SnapshotPart part : parts) {
        cut(part, cuttings, store, rows, context);
      }
    }
    return rows.written();
  }

  private void cut(
      SnapshotPart part, List<Cutting> cuttings, Store store, ScratchFiles rows, Context context)
      throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    cuttings.forEach(cutting -> cutting.start(part));
    long at = -1;
    try (SegmentReader disk = new SegmentReader(store, reading.roots(), part)) {
      if (part.isFirst()) {
        long unused = disk.allocatedBytes(); // fails for the disks that an ingest rejects
      }
      for (at = part.firstSegment(); disk.next(); at++) {
        for (Cutting cutting : cuttings) {
          cutting.cut(disk, threads);
        }
        context.done(disk.length());
      }
    } catch (MalformedBlobException e) {
      rows.accept(SnapshotTables.FaultRow.of(part, at, runId, SnapshotHead.Fault.of(e)));
    }
    cuttings.forEach(Cutting::finish);
  }

  /** One chunker and its counts for the current part. */
  private static final class Cutting {
    private final String name;
    private final SegmentChunker chunker;
    private final LeftoverCounts counts;
    private final Consumer<Record> output;
    private Cut cut = new Cut("", "", "");
    private long bytes;
    private long zeroBytes;
    private long cpuNanos;
    private long cutBytes;

    Cutting(String name, SnapshotReading reading, Consumer<Record> output) {
      this.name = name;
      this.output = output;
      chunker = new SegmentChunker(Chunkers.named(name), reading.fingerprint(), reading.digest());
      counts =
          new LeftoverCounts(
              MAX_CHUNKS,
              (key, length, copies) -> output.accept(new ChunkRow(cut, key, length, copies)));
    }

    void start(SnapshotPart part) {
      cut = new Cut(name, part.image().vm(), part.image().snapshot());
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
      output.accept(new SumRow(cut, bytes, zeroBytes, cpuNanos, cutBytes));
    }
  }
}
