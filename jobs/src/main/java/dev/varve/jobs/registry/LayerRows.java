package dev.varve.jobs.registry;

import dev.varve.jobs.run.RejectedBlob;
import dev.varve.model.ByteStore;
import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import dev.varve.model.FramingPiece;
import dev.varve.model.LayerPull;
import dev.varve.model.MalformedBlobException;
import dev.varve.recipe.LayerReader;
import dev.varve.recipe.LayerReading;
import dev.varve.source.BlobPlace;
import dev.varve.source.LayerCandidate;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one task's layers, pulled one by one while the bytes stream through. A layer's recipe
 * rows are emitted before it is known whether the layer is valid. Each row carries its attempt,
 * that is digest and source; rows of a rejected attempt are left out when the tables are written.
 */
final class LayerRows implements Iterator<Row>, Closeable {
  private final ByteStore store;
  private final Iterator<LayerCandidate> candidates;
  private final String runId;
  private final LayerReading reading;
  private final LongAccumulator readBytes;
  private final Queue<Row> ready = new ArrayDeque<>();
  private final Queue<BlobPlace> places = new ArrayDeque<>();
  private @Nullable LayerCandidate candidate;
  private String digest = "";
  private String source = "";
  private @Nullable LayerReader reader;
  private long counted;

  LayerRows(
      ByteStore store,
      List<LayerCandidate> candidates,
      String runId,
      LayerReading reading,
      LongAccumulator readBytes) {
    this.store = store;
    this.candidates = candidates.iterator();
    this.runId = runId;
    this.reading = reading;
    this.readBytes = readBytes;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty()) {
      try {
        if (reader == null && !open()) {
          return false;
        }
        step();
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
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  /**
   * Opens the next place of this layer, or the first place of the next layer; false when all are
   * done.
   */
  private boolean open() throws IOException {
    LayerCandidate layer = candidate;
    if (layer == null || places.isEmpty()) {
      if (!candidates.hasNext()) {
        return false;
      }
      layer = candidates.next();
      candidate = layer;
      digest = layer.blob().layerDigest();
      places.addAll(layer.places());
    }
    BlobPlace place = places.remove();
    source = place.label();
    counted = 0;
    try (Opening opening = new Opening(layer.open(store, place))) {
      reader = new LayerReader(layer.blob(), opening.stream, reading);
      opening.handedOver = true;
    } catch (MalformedBlobException e) {
      reject(e);
    }
    return true;
  }

  private void step() throws IOException {
    if (reader == null) {
      return;
    }
    try {
      FileEntry entry = reader.next();
      count(reader.blobBytes());
      for (FramingPiece piece : reader.framing()) {
        add(new LayerTables.FramingRow(digest, piece, source));
      }
      if (entry != null) {
        for (FilePiece piece : reader.pieces()) {
          add(new LayerTables.PieceRow(piece, digest, source, entry.position()));
        }
        for (ContentSample sample : reader.samples()) {
          add(new LayerTables.SampleRow(sample, digest, source));
        }
        add(new LayerTables.EntryRow(digest, entry, source));
        return;
      }
      add(reader.layer());
      List<LayerPull> pulls = reader.pulls();
      add(
          new LayerTables.PhaseRow(
              digest, runId, reader.phase(), first(pulls), reader.sampleCpuNanos()));
      pulls.forEach(pull -> add(new LayerTables.PullRow(digest, runId, pull)));
      places.clear();
    } catch (MalformedBlobException e) {
      count(reader.blobBytes());
      reject(e);
    }
    close();
  }

  private static LayerTables.@Nullable PullTime first(List<LayerPull> pulls) {
    return pulls.isEmpty()
        ? null
        : new LayerTables.PullTime(pulls.get(0).archiveNanos(), pulls.get(0).compressNanos());
  }

  private void count(long blobBytes) {
    readBytes.add(blobBytes - counted);
    counted = blobBytes;
  }

  private void reject(MalformedBlobException e) {
    add(RejectedBlob.of(runId, source, digest, e));
  }

  private void add(Record record) {
    ready.add(LayerTables.WIDE.row(record));
  }

  /** Closes a stream unless a reader owns it. */
  private static final class Opening implements AutoCloseable {
    private final InputStream stream;
    private boolean handedOver;

    Opening(InputStream stream) {
      this.stream = stream;
    }

    @Override
    public void close() throws IOException {
      if (!handedOver) {
        stream.close();
      }
    }
  }
}
