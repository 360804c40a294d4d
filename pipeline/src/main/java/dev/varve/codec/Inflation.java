package dev.varve.codec;

import java.util.zip.DataFormatException;

/**
 * A decoder of raw DEFLATE data (RFC 1951), fed and emptied piece by piece. Two exist, with equal
 * results: the JDK's, and a native one that is more than twice as fast.
 */
interface Inflation extends AutoCloseable {
  /**
   * Input to go on with, once the last has been used up. The bytes must stay as they are until
   * then.
   */
  void feed(byte[] buffer, int from, int length);

  /**
   * Output, as far as input and room reach; 0 when more input is needed or the stream has ended.
   *
   * @throws DataFormatException when the data breaks the format
   */
  int inflate(byte[] buffer, int from, int length) throws DataFormatException;

  /** Whether the last block has ended and all its output was taken. */
  boolean finished();

  /** Input bytes not used; those after the end once finished. */
  int unused();

  /** Begins another stream. */
  void reset();

  @Override
  void close();
}
