package dev.varve.trace;

import java.io.Closeable;
import java.io.IOException;

/** The records of a chunk trace, one at a time. */
interface ChunkRecords extends Closeable {
  /**
   * Steps to the next record.
   *
   * @return false at the end
   */
  boolean next() throws IOException;

  /** The chunk's digest; the array is used again for the next record. */
  byte[] digest();

  /** Which file of the disk the chunk is of. */
  long fileId();

  /** Where the chunk begins in its file. */
  long offset();

  long bytes();

  /** Where the record begins in the trace. */
  long recordOffset();
}
