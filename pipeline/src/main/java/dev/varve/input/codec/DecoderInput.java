package dev.varve.input.codec;

import java.io.IOException;
import java.io.InputStream;

/**
 * Stored bytes on their way to a decoder that reads ahead. They are read in large steps and passed
 * on in small ones, so that the bytes that the decoder has consumed are known to 4 KiB.
 *
 * <p>The last byte of the stream is returned in a read of its own. The zstd decoder of zstd-jni
 * does not remember that it is inside a frame when the frame began in the middle of a read. It then
 * mistakes truncation for the end of the stream. A further read, even of one byte, makes the
 * decoder notice the open frame.
 */
final class DecoderInput extends InputStream {
  private static final int BUFFER_BYTES = 64 << 10;

  /** Most bytes that one read passes on to the decoder. */
  private static final int STEP_BYTES = 4 << 10;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private long bufferOffset;

  DecoderInput(InputStream in) {
    this.in = in;
  }

  /** Bytes passed on so far. */
  long consumed() {
    return bufferOffset + position;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    refill();
    int remaining = limit - position;
    if (remaining == 0) {
      return -1;
    }
    int step = Math.min(Math.min(length, STEP_BYTES), Math.max(1, remaining - 1));
    System.arraycopy(buffer, position, target, from, step);
    position += step;
    return step;
  }

  @Override
  public int read() throws IOException {
    refill();
    return position == limit ? -1 : buffer[position++] & 0xff;
  }

  /**
   * Reads more when at most one byte is left. That byte is held back until then, because it may be
   * the last of the stream and is returned in a read of its own.
   */
  private void refill() throws IOException {
    int remaining = limit - position;
    if (remaining > 1) {
      return;
    }
    if (remaining == 1) {
      buffer[0] = buffer[position];
    }
    bufferOffset += position;
    position = 0;
    limit = remaining + Math.max(0, in.read(buffer, remaining, buffer.length - remaining));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
