package dev.varve.simulation.pull;

import java.util.Locale;

/** Kind of a registry's answer to a request. */
public enum Outcome {
  /** A layer stored whole on its server. */
  WHOLE,
  /** A restored layer in the cache. */
  HIT,
  /** A layer whose restore had begun already, for an earlier request or by prefetching. */
  WAIT,
  /** A layer whose restore began with this request. */
  MISS,
  MANIFEST,
  /** A layer or manifest that a client pushed. */
  PUSH;

  /** Name in the tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
