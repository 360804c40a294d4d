package dev.varve.model;

import java.io.Closeable;

/** The holes of a sparse file, which read as zeros and need not be read. */
public interface Holes extends Closeable {
  /** Holes of a store that cannot tell: everything counts as data. */
  Holes UNKNOWN =
      new Holes() {
        @Override
        public long dataFrom(long offset) {
          return offset;
        }

        @Override
        public long holeFrom(long offset) {
          return Long.MAX_VALUE;
        }

        @Override
        public long length() {
          return Long.MAX_VALUE;
        }

        @Override
        public void close() {}
      };

  /** The first byte of data at an offset or behind it; Long.MAX_VALUE when only a hole follows. */
  long dataFrom(long offset);

  /**
   * An offset at which the data may end: the start of the first hole at or behind {@code offset},
   * or of a later hole.
   */
  long holeFrom(long offset);

  /** Upper bound of the present length of the file, to detect that it shrank. */
  long length();

  /**
   * Bytes of data in the file, without its holes.
   *
   * @param fileBytes length of the file
   */
  default long dataBytes(long fileBytes) {
    long data = 0;
    for (long at = dataFrom(0); at < fileBytes; ) {
      long end = Math.min(fileBytes, Math.max(at + 1, holeFrom(at)));
      data += end - at;
      at = end < fileBytes ? dataFrom(end) : fileBytes;
    }
    return data;
  }

  @Override
  void close();
}
