package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerObservers;
import dev.varve.content.recipe.LayerReader;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.table.NewFiles;
import dev.varve.model.ByteStore;
import dev.varve.model.FileEntry;
import dev.varve.model.ForeignBytes;
import dev.varve.model.Layer;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads layers in the order of their digests into files of tables. A layer that cannot be read at
 * one of its places is read at the next one; each fault is a rejection.
 *
 * @param measurements measurements of each layer
 * @param files locations of the new files
 * @param startedAt start of the run
 */
record LayerTask(
    LayerReading reading,
    List<LayerMeasurement> measurements,
    RegistryAccess access,
    String runId,
    Instant startedAt,
    NewFiles files)
    implements Task<PlanFile.Part, LayerTask.Written> {

  /**
   * The files that a task wrote.
   *
   * @param tables files of each table, in the order of their rows
   * @param sums sums over the layers that were read
   */
  record Written(Map<String, List<RowFile.Written>> tables, Sums sums) implements Serializable {
    List<RowFile.Written> files(String table) {
      return tables.getOrDefault(table, List.of());
    }
  }

  /** Numbers of layers, bytes and files, summed over layers. */
  record Sums(long layers, long rejected, long compressedBytes, long archiveBytes, long files)
      implements Serializable {
    static final Sums NONE = new Sums(0, 0, 0, 0, 0);
    static final Sums REJECTED = new Sums(0, 1, 0, 0, 0);

    Sums plus(Sums other) {
      return new Sums(
          layers + other.layers,
          rejected + other.rejected,
          compressedBytes + other.compressedBytes,
          archiveBytes + other.archiveBytes,
          files + other.files);
    }

    static Sums of(Layer layer) {
      return new Sums(
          1,
          0,
          layer.stored().compressedBytes(),
          layer.stored().archiveBytes(),
          layer.contents().entries().files());
    }

    /** The sums for a layer of which only the first {@code blobBytes} stored bytes were read. */
    static Sums ofHead(long blobBytes) {
      return new Sums(1, 0, blobBytes, 0, 0);
    }
  }

  @Override
  public Written run(PlanFile.Part part, Context context) throws IOException {
    ByteStore store = access.store(context.store());
    LayerFiles rows = new LayerFiles(files, context.attempt(), context.store(), tables());
    Sums sums = Sums.NONE;
    try (rows) {
      for (LayerCandidate layer : part.read(store)) {
        if (context.isStopped()) {
          break;
        }
        sums = sums.plus(read(layer, store, rows, context));
      }
    } catch (IOException e) {
      if (!context.isStopped()) {
        throw e;
      }
      // The layer in progress is left out; the layers before it are verified.
    }
    return rows.written(sums);
  }

  private List<LayerTable> tables() {
    List<LayerTable> tables = new ArrayList<>();
    tables.add(RecipeRows.ENTRIES);
    measurements.forEach(measurement -> tables.addAll(measurement.tables()));
    tables.addAll(List.of(RecipeRows.PHASES, RecipeRows.LAYERS, RecipeRows.REJECTIONS));
    return tables;
  }

  /** Reads a layer at the first of its places that has a valid blob. */
  private Sums read(LayerCandidate layer, ByteStore store, LayerFiles files, Context context)
      throws IOException {
    List<RejectedBlob> emptyPlaces = new ArrayList<>();
    for (BlobPlace place : layer.places()) {
      try {
        Sums read = ForeignBytes.read(() -> read(layer, place, store, files, context));
        files.accept(layer);
        return read;
      } catch (MalformedBlobException e) {
        if (context.isStopped()) {
          throw e; // a decoder may take the end of its input for a fault of the blob
        }
        RejectedBlob rejected =
            RejectedBlob.of(runId, place.label(), layer.blob().layerDigest(), e);
        if (isEmpty(e)) {
          emptyPlaces.add(rejected);
        } else {
          files.reject(rejected);
        }
      }
    }
    for (RejectedBlob rejected : emptyPlaces) {
      files.reject(rejected);
    }
    return Sums.REJECTED;
  }

  /**
   * Whether a blob was empty. Registry zot leaves an empty file where another repository has the
   * blob.
   */
  private static boolean isEmpty(MalformedBlobException fault) {
    boolean isShortened =
        fault.reason() == RejectReason.TRUNCATED || fault.reason() == RejectReason.DIGEST_MISMATCH;
    return isShortened && fault.offset() == 0;
  }

  private Sums read(
      LayerCandidate layer, BlobPlace place, ByteStore store, LayerFiles files, Context context)
      throws IOException {
    String digest = layer.blob().layerDigest();
    InputStream stream = new StoppableStream(layer.open(store, place), context::isStopped);
    try (stream;
        LayerObservers observers = new LayerObservers()) {
      LayerMeasurement.Origin origin = new LayerMeasurement.Origin(digest, runId);
      for (LayerMeasurement measurement : measurements) {
        observers.add(measurement.observer(origin, reading, files));
      }
      try (LayerReader reader = new LayerReader(layer.blob(), stream, reading, observers)) {
        reader.limitToHead(layer.archiveBytes());
        readEntries(digest, reader, files, context);
        if (!reader.isVerified()) {
          return Sums.ofHead(reader.blobBytes());
        }
        files.add(RecipeRows.PhaseRow.of(digest, runId, reader.phase(), observers.times()));
        files.add(new RecipeRows.LayerRow(reader.layer(), startedAt));
        files.writeWaiting();
        return Sums.of(reader.layer());
      }
    }
  }

  private static void readEntries(
      String digest, LayerReader reader, LayerFiles files, Context context) throws IOException {
    ReadBytes readBytes = new ReadBytes(reader, context);
    try {
      for (FileEntry entry = reader.next(); entry != null; entry = reader.next()) {
        files.add(new RecipeRows.EntryRow(digest, entry));
        files.writeWaiting();
        readBytes.report();
      }
      files.writeWaiting();
    } finally {
      readBytes.report();
    }
  }

  /** Reports the bytes of a blob as progress while they are read. */
  private static final class ReadBytes {
    private final LayerReader reader;
    private final Context context;
    private long bytes;

    ReadBytes(LayerReader reader, Context context) {
      this.reader = reader;
      this.context = context;
    }

    void report() {
      long read = reader.blobBytes();
      if (read > bytes) {
        context.done(read - bytes);
        bytes = read;
      }
    }
  }
}
