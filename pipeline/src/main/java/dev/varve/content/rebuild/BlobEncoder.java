package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;

/** Compressor of an archive whose output is compared with a stored blob. */
interface BlobEncoder {
  /** Its name, such as zlib. */
  String name();

  /** Its level; -1 for an encoder without levels. */
  int level();

  /**
   * Compresses.
   *
   * @param plain the bytes to compress
   * @param out receives the compressed bytes; throws a {@link Comparison.DifferentException} at the
   *     first one that differs from the blob
   */
  void encode(InputStream plain, Comparison out) throws IOException;
}
