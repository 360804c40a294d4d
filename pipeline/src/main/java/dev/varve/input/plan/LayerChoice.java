package dev.varve.input.plan;

import java.io.IOException;

/** The choice of new layers to read. */
@FunctionalInterface
public interface LayerChoice {
  /** All of them. */
  LayerChoice ALL = layers -> layers;

  /** The layers to be read. */
  LayerSequence of(LayerSequence layers) throws IOException;
}
