package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerReading;
import dev.varve.input.tar.LayerObserver;
import dev.varve.jobs.engine.Query;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * A measurement of layers besides their recipes. It observes each layer while it is read, and fills
 * tables of its own.
 */
interface LayerMeasurement extends Serializable {
  /** The tables that it fills, what others refer to last. */
  List<LayerTable> tables();

  /**
   * An observer of one layer.
   *
   * @param origin the layer
   * @param rows receives records of the types of {@link #tables}
   */
  LayerObserver observer(Origin origin, LayerReading reading, LayerRows rows) throws IOException;

  /** This measurement for inputs that name so many stored bytes. */
  default LayerMeasurement of(long namedBytes) {
    return this;
  }

  /**
   * Selects the layers of the warehouse that it has measured already; others are read again for it.
   * Absent where only new layers are measured.
   */
  default Optional<Query> measured() {
    return Optional.empty();
  }

  /** The layer that is read, and the run that reads it. */
  record Origin(String layerDigest, String runId) {}

  /** Receives the rows of one layer. */
  interface LayerRows {
    void add(Record row);

    /** Rows of this type are missing: the layer gets none of them. */
    void omit(Class<? extends Record> type);
  }

  /** The share of stored bytes that is sampled: more where the inputs name few. */
  static double share(double least, long sampleBytes, long namedBytes) {
    return Math.max(least, Math.min(1, sampleBytes / (double) Math.max(1, namedBytes)));
  }
}
