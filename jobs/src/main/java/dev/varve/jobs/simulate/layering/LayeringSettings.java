package dev.varve.jobs.simulate.layering;

import dev.varve.jobs.conf.Range;
import dev.varve.simulation.layering.LayerPolicy;
import java.io.Serializable;
import java.util.List;

/**
 * Settings of {@code simulate layers}.
 *
 * @param where condition on repository and platform that chooses lines; empty for all
 * @param learnRatio share of the images of each line that plans learn from
 * @param maxLayers limits of layers, each of which makes plans of its own
 * @param pulledWeight worth of a byte that an update fetches
 * @param storedWeight worth of a byte that the registry stores
 */
record LayeringSettings(
    String where,
    @Range(low = 0.01, high = 0.99) double learnRatio,
    @Range(low = 1, high = 10_000) List<Integer> maxLayers,
    @Range(low = 0, high = 1e6) double pulledWeight,
    @Range(low = 0, high = 1e6) double storedWeight)
    implements Serializable {

  /** The policy of a name, with the weights. */
  LayerPolicy policy(String name) {
    return LayerPolicy.named(name, storedWeight, pulledWeight);
  }
}
