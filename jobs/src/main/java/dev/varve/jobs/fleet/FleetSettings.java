package dev.varve.jobs.fleet;

import dev.varve.model.Seed;

/**
 * How the blocks of a fleet are laid out over tasks.
 *
 * @param blockBytes of the blocks that files are packed into, or that are made up
 * @param partEdges pairs of block and owner that one task holds
 * @param seed of a fleet that is made up
 */
public record FleetSettings(long blockBytes, long partEdges, Seed seed) {}
