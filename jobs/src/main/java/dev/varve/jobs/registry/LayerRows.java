package dev.varve.jobs.registry;

import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.WideRow;
import dev.varve.model.ByteStore;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.Layer;
import dev.varve.model.LayerBlob;
import dev.varve.model.LayerPhase;
import dev.varve.model.LayerPull;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.recipe.LayerReader;
import dev.varve.recipe.LayerReading;
import dev.varve.source.BlobPlace;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one task's layers, pulled one by one while the bytes stream through. A layer's recipe
 * rows come before it is known whether the layer is good: each carries the attempt, digest and
 * source, and those of a rejected attempt are left out when tables are made of the stream.
 */
final class LayerRows implements Iterator<Row>, Closeable {
  static final WideRow WIDE =
      new WideRow(
          List.of("layer_recipe", "layer", "layer_phase", "layer_pull", "rejected_blob"),
          Map.of(
              "layer_recipe", Tables.schema("layer_recipe").add("source", "string"),
              "layer", Tables.schema("layer"),
              "layer_phase", Tables.schema("layer_phase"),
              "layer_pull", Tables.schema("layer_pull"),
              "rejected_blob", Tables.schema("rejected_blob")));

  private final ByteStore store;
  private final Iterator<LayerPlan.Candidate> candidates;
  private final String runId;
  private final LayerReading reading;
  private final LongAccumulator readBytes;
  private final Queue<Row> ready = new ArrayDeque<>();
  private final Queue<BlobPlace> places = new ArrayDeque<>();
  private LayerPlan.@Nullable Candidate candidate;
  private @Nullable BlobPlace place;
  private @Nullable LayerReader reader;
  private long counted;

  LayerRows(
      ByteStore store,
      List<LayerPlan.Candidate> candidates,
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

  /** Opens the next place of this layer, or the first of the next one; false when all are done. */
  private boolean open() throws IOException {
    while (reader == null) {
      if (places.isEmpty()) {
        if (!candidates.hasNext()) {
          return false;
        }
        candidate = candidates.next();
        places.addAll(candidate.places());
      }
      place = places.remove();
      counted = 0;
      LayerBlob blob = candidate().blob();
      try (Opening opening = new Opening(stream(place()))) {
        reader = new LayerReader(blob, opening.stream, reading);
        opening.handedOver = true;
      } catch (MalformedBlobException e) {
        reject(e);
        return true;
      }
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
      if (entry != null) {
        ready.add(row(entry));
        return;
      }
      ready.add(row(reader.layer()));
      List<LayerPull> pulls = reader.pulls();
      ready.add(row(reader.phase(), pulls.isEmpty() ? null : pulls.get(0)));
      pulls.forEach(pull -> ready.add(row(pull)));
      places.clear();
    } catch (MalformedBlobException e) {
      count(reader.blobBytes());
      reject(e);
    }
    close();
  }

  private InputStream stream(BlobPlace at) throws IOException {
    try {
      return store.open(at.location(), at.offset(), at.bytes());
    } catch (FileNotFoundException e) {
      ByteStore.Item item = store.find(at.location()).orElse(null);
      if (item != null && item.folder()) {
        throw new MalformedBlobException(
            RejectReason.ABSENT, -1, "there is a folder where its blob should be");
      }
      if (item != null) {
        throw new IOException(at.location() + " is there but cannot be opened", e);
      }
      String type = String.valueOf(candidate().blob().mediaType());
      boolean foreign = type.contains("foreign") || type.contains("nondistributable");
      throw new MalformedBlobException(
          RejectReason.ABSENT,
          -1,
          foreign
              ? "a foreign layer, which its manifest leaves to another place"
              : "a manifest lists it, there is no such blob");
    }
  }

  private void count(long blobBytes) {
    readBytes.add(blobBytes - counted);
    counted = blobBytes;
  }

  private void reject(MalformedBlobException e) {
    String digest = candidate().blob().layerDigest();
    ready.add(
        WIDE.row(
            "rejected_blob",
            runId,
            place().label(),
            digest,
            e.reason().name(),
            e.offset() < 0 ? null : e.offset(),
            e.explanation()));
  }

  private Row row(FileEntry entry) {
    Fingerprint digest = entry.fingerprint();
    return WIDE.row(
        "layer_recipe",
        candidate().blob().layerDigest(),
        entry.position(),
        entry.path(),
        entry.kind().name(),
        entry.bytes(),
        digest == null ? null : digest.bytes(),
        entry.contentType(),
        entry.archiveOffset(),
        entry.mode(),
        entry.uid(),
        entry.gid(),
        entry.modifiedAtMicros(),
        entry.linkTarget(),
        place().label());
  }

  private static Row row(Layer layer) {
    return WIDE.row(
        "layer",
        layer.layerDigest(),
        layer.diffId(),
        layer.mediaType(),
        layer.stored().compression(),
        layer.stored().compressedBytes(),
        layer.stored().archiveBytes(),
        layer.contents().fileBytes(),
        layer.contents().entries().files(),
        layer.contents().entries().directories(),
        layer.contents().entries().symlinks(),
        layer.contents().entries().hardLinks(),
        layer.contents().entries().whiteouts(),
        layer.contents().entries().otherEntries(),
        layer.contents().maxDepth());
  }

  private Row row(LayerPull pull) {
    return WIDE.row(
        "layer_pull",
        candidate().blob().layerDigest(),
        runId,
        pull.codec(),
        pull.archiveNanos(),
        pull.compressNanos(),
        pull.pullBytes());
  }

  private Row row(LayerPhase phase, @Nullable LayerPull pull) {
    return WIDE.row(
        "layer_phase",
        candidate().blob().layerDigest(),
        runId,
        phase.readNanos(),
        phase.decompressNanos(),
        phase.unpackNanos(),
        phase.digestNanos(),
        null,
        pull == null ? null : pull.archiveNanos(),
        pull == null ? null : pull.compressNanos());
  }

  private LayerPlan.Candidate candidate() {
    if (candidate == null) {
      throw new IllegalStateException("no layer is open");
    }
    return candidate;
  }

  private BlobPlace place() {
    if (place == null) {
      throw new IllegalStateException("no layer is open");
    }
    return place;
  }

  /** Closes a stream unless a reader has taken it. */
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
