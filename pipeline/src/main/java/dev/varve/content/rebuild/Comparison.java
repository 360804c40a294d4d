package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Output stream of an encoder that compares each byte with the stored blob, up to the first
 * difference.
 */
final class Comparison extends OutputStream {
  private final InputStream stored;
  private byte[] expected = new byte[8 << 10];
  private long bytes;

  /** Thrown at the first byte that differs, so that the encoder stops. */
  static final class DifferentException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long offset;
    private final boolean failed;

    private DifferentException(String message, long offset, boolean failed) {
      super(message);
      this.offset = offset;
      this.failed = failed;
    }

    static DifferentException at(long offset) {
      return new DifferentException("the first other byte is byte " + offset, offset, false);
    }

    /** An exception for an encoder that failed itself: none of the bytes it wrote count. */
    static DifferentException failed(String message) {
      return new DifferentException(message, 0, true);
    }

    /** Whether the encoder itself failed, for the reason in the message. */
    boolean isFailure() {
      return failed;
    }

    /** Bytes that were equal. */
    long offset() {
      return offset;
    }
  }

  Comparison(InputStream stored) {
    this.stored = stored;
  }

  /** Bytes that were equal. */
  long bytes() {
    return bytes;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] buffer, int from, int length) throws IOException {
    if (expected.length < length) {
      expected = new byte[length];
    }
    int got = stored.readNBytes(expected, 0, length);
    int first = Arrays.mismatch(expected, 0, got, buffer, from, from + length);
    if (first >= 0) {
      throw DifferentException.at(bytes + first);
    }
    bytes += length;
  }
}
