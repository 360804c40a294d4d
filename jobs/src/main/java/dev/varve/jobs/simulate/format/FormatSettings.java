package dev.varve.jobs.simulate.format;

import dev.varve.jobs.conf.Range;

/**
 * Settings of {@code simulate formats}: the network that starts wait for.
 *
 * @param latencyMillis latency of each request
 * @param connections number of parallel requests when a whole image is fetched
 * @param bytesPerSecond bandwidth of the network
 * @param unpackBytesPerSecond archive bytes that a client decompresses and writes per second
 */
record FormatSettings(
    @Range(low = 0, high = 1e6) double latencyMillis,
    @Range(low = 1, high = 10_000) int connections,
    long bytesPerSecond,
    long unpackBytesPerSecond) {}
