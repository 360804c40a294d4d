package dev.varve.simulation.access;

import java.io.Closeable;
import java.io.IOException;

/** Reads of a disk, one after another. After {@link #next}, the others describe the same read. */
public interface Accesses extends Closeable {
  /**
   * Goes to the next read.
   *
   * @return false at the end
   */
  boolean next() throws IOException;

  /** First byte that is read. */
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
