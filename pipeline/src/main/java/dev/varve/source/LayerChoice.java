package dev.varve.source;

import java.io.IOException;
import java.util.List;

/** The choice of new layers to read. */
@FunctionalInterface
public interface LayerChoice {
  /** All of them. */
  LayerChoice ALL = layers -> layers;

  /** The layers to be read. */
  List<LayerCandidate> of(List<LayerCandidate> layers) throws IOException;
}
