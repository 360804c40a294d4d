package dev.varve.simulation.pull;

import dev.varve.simulation.request.PulledImage;
import java.io.Serializable;
import java.util.List;

/**
 * A simulated registry.
 *
 * @param layers its layers, with the servers of their slices
 * @param costs costs of its servers' steps
 * @param backend its way of storing and caching layers
 * @param cacheBytes capacity of the cache for restored layers; unused by backends without a cache
 * @param repullThreshold see {@link Prediction}
 * @param images images that its repositories have before the first request
 */
public record Registry(
    PulledLayers layers,
    CostModel costs,
    Backend backend,
    long cacheBytes,
    int repullThreshold,
    List<PulledImage> images)
    implements Serializable {}
