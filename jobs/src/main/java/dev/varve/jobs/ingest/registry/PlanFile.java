package dev.varve.jobs.ingest.registry;

import dev.varve.input.plan.LayerPlan;
import dev.varve.input.plan.PlannedLayers;
import dev.varve.input.source.LayerCandidate;
import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The plan of a run in a file, which lists the layers for its tasks to read. Only the offset of
 * each task's part is in memory, so memory does not grow with the number of layers.
 */
final class PlanFile implements LayerPlan.Tasks, Closeable {
  /**
   * The layers of one task, at a place in the file.
   *
   * @param layers number of layers
   * @param layerBytes stored bytes of these layers
   */
  record Part(String file, long offset, int bytes, int layers, long layerBytes)
      implements Serializable {
    /** Reads the layers from the file. */
    List<LayerCandidate> read(ByteStore store) throws IOException {
      try (InputStream in = store.open(file, offset, bytes)) {
        return PlannedLayers.read(in);
      }
    }
  }

  private final String path;
  private final OutputStream out;
  private long offset;
  private final List<Part> parts = new ArrayList<>();

  /** A new file. */
  PlanFile(String path, Store store) throws IOException {
    this.path = path;
    out = store.create(path, 0);
  }

  @Override
  public void add(List<LayerCandidate> layers) throws IOException {
    byte[] bytes = PlannedLayers.bytes(layers);
    long layerBytes = layers.stream().mapToLong(LayerCandidate::bytes).sum();
    parts.add(new Part(path, offset, bytes.length, layers.size(), layerBytes));
    out.write(bytes);
    offset += bytes.length;
  }

  /** The tasks' parts in the order of their layers' digests; they can be read once it is closed. */
  List<Part> parts() {
    return parts;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
