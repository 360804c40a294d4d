package dev.varve.model;

/**
 * Wall time of the phases of one layer, in nanoseconds of the thread that read it.
 *
 * @param readNanos waiting for the blob's bytes
 * @param decompressNanos inside the decompressor
 * @param unpackNanos walking the archive, computed as the total minus the other phases
 * @param digestNanos blob digest, diffID and fingerprints
 */
public record LayerPhase(
    long readNanos, long decompressNanos, long unpackNanos, long digestNanos) {}
