package dev.varve.simulation.pull;

import dev.varve.simulation.request.PulledImage;
import java.io.Serializable;
import java.util.List;

/**
 * A registry that is pulled from.
 *
 * @param layers and the places of their slices
 * @param costs of what its servers do
 * @param backend how it keeps layers
 * @param cacheBytes of the cache of restored layers, where it has one
 * @param repullThreshold pulls by a client above which a layer is expected again; published: 6
 * @param images that it contains before the first request: what repositories are known to have
 */
public record Registry(
    PulledLayers layers,
    CostModel costs,
    Backend backend,
    long cacheBytes,
    int repullThreshold,
    List<PulledImage> images)
    implements Serializable {}
