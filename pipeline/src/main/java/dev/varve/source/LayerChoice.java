package dev.varve.source;

import java.io.IOException;
import java.util.List;

/** Which of the layers that are not held yet are read. */
@FunctionalInterface
public interface LayerChoice {
  /** All of them. */
  LayerChoice ALL = layers -> layers;

  /** Those to be read. */
  List<LayerCandidate> of(List<LayerCandidate> layers) throws IOException;
}
