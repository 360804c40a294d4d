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

  /** The algorithm of the digests, once a record was read. */
  default String algorithm() {
    int width = digest().length;
    return width == 16 ? "md5" : width == 20 ? "sha1" : "sha256";
  }

  /**
   * The algorithm that the digests may be by in truth, where writers of the format are known to
   * have named the other one; else the same.
   */
  default String unnamedAlgorithm() {
    return algorithm();
  }

  /** The file of the disk that the chunk belongs to; 0 where a trace has one. */
  default long fileId() {
    return 0;
  }

  /** Start of the chunk in its file, in bytes. */
  long offset();

  long bytes();

  /** Start of the record in the trace, in bytes. */
  long recordOffset();
}
