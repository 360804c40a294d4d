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
  /** The tables that the measurement fills; a table that others refer to comes last. */
  List<LayerTable> tables();

  /**
   * An observer of one layer.
   *
   * @param origin the layer
   * @param rows receives records of the types of {@link #tables}
   */
  LayerObserver observer(Origin origin, LayerReading reading, LayerRows rows) throws IOException;

  /**
   * This measurement adjusted to the size of the inputs.
   *
   * @param namedBytes stored bytes of all layers that the inputs name
   */
  default LayerMeasurement adjustedTo(long namedBytes) {
    return this;
  }

  /**
   * A query of the warehouse's layers that were measured already; all others are read again. Empty
   * if only new layers are measured.
   */
  default Optional<Query> measuredLayers() {
    return Optional.empty();
  }

  /** Name in the forecast of a run's time; empty if it counts with reading. */
  default Optional<String> title() {
    return Optional.empty();
  }

  /**
   * Trial on the heads of some layers that shows how long this measurement takes.
   *
   * @param headBytes archive bytes of all heads
   */
  default List<CostTrial.Part> trial(long headBytes) {
    return List.of(new CostTrial.Part(this, 1));
  }

  /** The layer that is being read, and the id of the run. */
  record Origin(String layerDigest, String runId) {}

  /** Receives the rows of one layer. */
  interface LayerRows {
    void add(Record row);

    /** Discards all rows of this type for the layer, because some are missing. */
    void omit(Class<? extends Record> type);
  }

  /**
   * The share of stored bytes that is sampled: {@code sampleBytes / namedBytes}, at least {@code
   * minShare}, at most 1.
   */
  static double share(double minShare, long sampleBytes, long namedBytes) {
    return Math.max(minShare, Math.min(1, sampleBytes / (double) Math.max(1, namedBytes)));
  }
}
