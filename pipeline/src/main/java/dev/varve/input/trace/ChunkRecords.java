package dev.varve.input.trace;

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

  /** The chunk's digest; the array is reused for the next record. */
  byte[] digest();

  /**
   * The algorithm of the digests, known once a record was read; by default deduced from their
   * length.
   */
  default String algorithm() {
    int width = digest().length;
    return width == 16 ? "md5" : width == 20 ? "sha1" : "sha256";
  }

  /**
   * Another algorithm that the digests may have been made by, if some writers of the format are
   * known to name a wrong one; otherwise equal to {@link #algorithm}.
   */
  default String unnamedAlgorithm() {
    return algorithm();
  }

  /** Number of the file that the chunk belongs to; 0 if the trace has only one file. */
  default long fileId() {
    return 0;
  }

  /** Start of the chunk in its file, in bytes. */
  long offset();

  long bytes();

  /** Start of the record in the trace, in bytes. */
  long recordOffset();
}
