package dev.varve.simulation.access;

import java.io.Closeable;
import java.io.IOException;

/**
 * Sequence of reads of a disk. After {@link #next}, the other methods describe the current read.
 */
public interface Accesses extends Closeable {
  /**
   * Goes to the next read.
   *
   * @return false at the end
   */
  boolean next() throws IOException;

  /** Offset of the first byte that is read. */
  long offset();

  long bytes();

  /** No reads. */
  Accesses NONE =
      new Accesses() {
        @Override
        public boolean next() {
          return false;
        }

        @Override
        public long offset() {
          return 0;
        }

        @Override
        public long bytes() {
          return 0;
        }
      };

  @Override
  default void close() throws IOException {}
}
