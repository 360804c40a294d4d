package dev.varve.input.disk;

/** The compression of clusters. */
enum ClusterCodec {
  /** A deflate stream alone. */
  DEFLATE,
  /** A deflate stream with zlib's header and checksum. */
  ZLIB,
  /** A zstd frame. */
  ZSTD;

  /**
   * Lower bound of the packed bytes of one cluster. Deflate inflates one byte to at most 1,032. A
   * zstd frame has at least 6 bytes of magic number and header, and 4 bytes (a block of one
   * repeated byte) for each 128 KiB.
   */
  long leastBytes(long clusterBytes) {
    return this == ZSTD ? 6 + 4 * ((clusterBytes - 1) / (128 << 10) + 1) : clusterBytes / 1032 + 1;
  }
}
