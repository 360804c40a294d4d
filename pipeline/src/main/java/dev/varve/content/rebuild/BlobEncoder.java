package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;

/** Something that compresses as others did. */
interface BlobEncoder {
  /** Its name, such as zlib. */
  String name();

  /** Its level, or -1. */
  int level();

  /**
   * Compresses.
   *
   * @param plain what is to be compressed
   * @param out receives it; once it differs, it throws a {@link Comparison.DifferentException}
   */
  void encode(InputStream plain, Comparison out) throws IOException;
}
