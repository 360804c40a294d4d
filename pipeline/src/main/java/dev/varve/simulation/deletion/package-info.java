/**
 * Deletion of snapshots by Bloom summaries: how much it leaks, when exact repair is due, and what
 * both cost compared with mark and sweep. Popular chunks are not deleted this way and do not occur
 * here. May use {@code dev.varve.model}, commons-collections4 and fastutil.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.deletion;
