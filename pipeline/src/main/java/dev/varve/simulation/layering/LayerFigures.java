package dev.varve.simulation.layering;

import dev.varve.simulation.layering.LineEntry.Identity;

/**
 * A layer of the newest image of a line. For several lines sums over the newest image of each.
 *
 * @param layer its number
 * @param identity that of the set of its entries
 * @param files its entries
 * @param bytes of its content, unpacked
 * @param compressedBytes of its content
 * @param learnedUpdates updates that changed it, while learning
 * @param judgedUpdates updates that changed it, of those judged
 */
public record LayerFigures(
    int layer,
    Identity identity,
    long files,
    long bytes,
    long compressedBytes,
    int learnedUpdates,
    int judgedUpdates) {}
