package dev.varve.simulation.layering;

/**
 * Item of {@link ChunkahPacking}.
 *
 * @param bytes of all its files
 * @param stability probability that it does not change in seven days
 */
record Component(String name, long bytes, double stability) {}
