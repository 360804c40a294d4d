package dev.varve.simulation.request;

import java.io.Serializable;
import java.util.random.RandomGenerator;

/** Time that a client waits between a manifest and one of its layers. */
public interface Gap extends Serializable {
  /** Draws a time, at least 0. */
  long micros(RandomGenerator random);
}
