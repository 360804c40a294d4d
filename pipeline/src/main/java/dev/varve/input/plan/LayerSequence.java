package dev.varve.input.plan;

import dev.varve.input.source.LayerCandidate;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Layers in the order of their digests. They may be more than fit into memory. */
public interface LayerSequence {
  /** Approximate stored bytes of all layers, as far as manifests and places state them. */
  long bytes();

  /** Hands them over one by one. */
  void each(Consumer<LayerCandidate> taker) throws IOException;

  /** Layers that are in memory, in the order of their digests. */
  static LayerSequence of(List<LayerCandidate> layers) {
    return new LayerSequence() {
      @Override
      public long bytes() {
        return layers.stream().mapToLong(LayerCandidate::bytes).sum();
      }

      @Override
      public void each(Consumer<LayerCandidate> taker) {
        layers.forEach(taker);
      }
    };
  }
}
