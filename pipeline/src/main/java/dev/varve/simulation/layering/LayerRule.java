package dev.varve.simulation.layering;

/**
 * Rule that puts files into a layer.
 *
 * @param path that of a file, or a directory with a slash at its end, for all below it without a
 *     longer rule; {@code /} is the root. {@code #} is any version or hash
 * @param layer from 0
 */
public record LayerRule(String path, int layer) {}
