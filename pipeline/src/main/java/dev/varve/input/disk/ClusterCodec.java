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
   * No cluster can be packed into fewer bytes. Deflate makes at most 1,032 of one, and zstd has a
   * magic number, a frame header, and for each 128 KiB a block of one repeated byte.
   */
  long leastBytes(long clusterBytes) {
    return this == ZSTD ? 6 + 4 * ((clusterBytes - 1) / (128 << 10) + 1) : clusterBytes / 1032 + 1;
  }
}
