package dev.varve.codec;

import java.io.IOException;
import java.io.InputStream;

/**
 * Returns the last byte of a stream in a read of its own. The zstd decoder of zstd-jni does not
 * remember that it is inside a frame when the frame began in the middle of a read. It then mistakes
 * truncation for the end. Every new read corrects this, so a separate read of the last byte is
 * enough.
 */
final class ZstdTruncationGuard extends InputStream {
  private static final int NOT_STARTED = -2;

  private final InputStream in;
  private int held = NOT_STARTED;

  ZstdTruncationGuard(InputStream in) {
    this.in = in;
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    if (length < 2) {
      int octet = length == 0 ? 0 : read();
      if (length == 1 && octet >= 0) {
        buffer[from] = (byte) octet;
      }
      return octet < 0 ? -1 : length;
    }
    if (held == NOT_STARTED) {
      held = in.read();
    }
    if (held < 0) {
      return -1;
    }
    int got = in.read(buffer, from + 1, length - 1);
    buffer[from] = (byte) held;
    held = got > 0 ? buffer[from + got] & 0xff : -1;
    return Math.max(got, 1);
  }

  @Override
  public int read() throws IOException {
    int octet = held == NOT_STARTED ? in.read() : held;
    held = octet < 0 ? -1 : in.read();
    return octet;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
