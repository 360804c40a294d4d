package dev.varve.simulation.layering;

import java.util.List;

/**
 * Costs of a plan.
 *
 * @param updates number of updates judged
 * @param pulledBytes unpacked bytes of layers that these updates ship
 * @param pulledCompressedBytes compressed bytes of these layers
 * @param storedBytes unpacked bytes of the distinct layers of all images, learned and judged
 * @param storedCompressedBytes compressed bytes of these layers
 * @param layers those with an entry in any image
 */
public record PlanFigures(
    int updates,
    long pulledBytes,
    long pulledCompressedBytes,
    long storedBytes,
    long storedCompressedBytes,
    List<LayerFigures> layers) {}
