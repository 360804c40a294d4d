package dev.varve.rebuild;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** Takes what an encoder writes, and compares it with what is stored, to the first difference. */
final class Comparison extends OutputStream {
  private final InputStream stored;
  private byte[] expected = new byte[8 << 10];
  private long bytes;

  /** The bytes differ here: an encoder need not go on. */
  static final class DifferentException extends IOException {
    private static final long serialVersionUID = 1L;

    DifferentException(long offset) {
      super("the first other byte is byte " + offset);
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
      throw new DifferentException(bytes + first);
    }
    bytes += length;
  }
}
