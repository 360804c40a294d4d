package dev.varve.input.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that ends after a given number of bytes of another stream. */
public final class FirstBytes extends FilterInputStream {
  private long remainingBytes;

  /** Closing it closes {@code in}. */
  public FirstBytes(InputStream in, long bytes) {
    super(in);
    this.remainingBytes = bytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read =
        remainingBytes == 0 ? -1 : in.read(into, from, (int) Math.min(remainingBytes, length));
    remainingBytes -= Math.max(0, read);
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = in.skip(Math.min(remainingBytes, bytes));
    remainingBytes -= skipped;
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
