package dev.varve.jobs.simulate.format;

import dev.varve.jobs.conf.Range;

/**
 * Settings of {@code simulate formats}: the network that starts wait for.
 *
 * @param latencyMillis of each request
 * @param connections requests in parallel where all of an image is fetched
 * @param bytesPerSecond of the network
 * @param unpackBytesPerSecond of archive that is decompressed and written
 */
record FormatSettings(
    @Range(low = 0, high = 1e6) double latencyMillis,
    @Range(low = 1, high = 10_000) int connections,
    long bytesPerSecond,
    long unpackBytesPerSecond) {}
