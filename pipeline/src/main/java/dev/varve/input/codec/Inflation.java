package dev.varve.input.codec;

import java.util.zip.DataFormatException;

/**
 * A decoder of raw DEFLATE data (RFC 1951), fed and emptied piece by piece. There are two, with
 * equal results: the JDK's, and a native one that is more than twice as fast.
 */
interface Inflation extends AutoCloseable {
  /**
   * Sets the next input, once the last has been consumed. The bytes must not change until they are
   * consumed.
   */
  void feed(byte[] buffer, int from, int length);

  /**
   * Inflates as far as input and output space allow; returns 0 when more input is needed or the
   * stream has ended.
   *
   * @throws DataFormatException when the data breaks the format
   */
  int inflate(byte[] buffer, int from, int length) throws DataFormatException;

  /** Whether the last block has ended and all its output was taken. */
  boolean finished();

  /**
   * Fed bytes that the decoder has not used; once finished, the bytes behind the end of the stream.
   */
  int unused();

  /** Resets the decoder for another stream. */
  void reset();

  @Override
  void close();
}
