package dev.varve.input.disk;

/**
 * A compressed cluster of a file.
 *
 * @param clusterBytes its size when it is inflated
 * @param leastBytes least packed bytes of a cluster that is not damaged; those behind them may be
 *     absent
 * @param offset where its packed bytes begin
 * @param bytes length up to the end of the last sector that they may reach
 */
record PackedCluster(
    ClusterCodec codec, int clusterBytes, int leastBytes, long offset, long bytes) {}
