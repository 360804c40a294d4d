package dev.varve.model;

import java.io.Closeable;

/** The holes of a sparse file, which read as zeros and need not be read. */
public interface Holes extends Closeable {
  /** The holes of a store that knows of none: all is data. */
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

  /** The first byte of a hole at an offset or behind it, or one further on. */
  long holeFrom(long offset);

  /** The length of the file now, behind which there is no data either; or more. */
  long length();

  @Override
  void close();
}
