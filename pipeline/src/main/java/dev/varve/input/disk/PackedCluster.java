package dev.varve.input.disk;

/**
 * A compressed cluster of a file.
 *
 * @param clusterBytes its size when it is inflated
 * @param leastBytes number of bytes that inflating must at least give: fewer than {@code
 *     clusterBytes} where the disk ends inside the cluster
 * @param offset where its packed bytes begin
 * @param bytes length up to the end of the last sector that the packed bytes may touch
 */
record PackedCluster(
    ClusterCodec codec, int clusterBytes, int leastBytes, long offset, long bytes) {}
