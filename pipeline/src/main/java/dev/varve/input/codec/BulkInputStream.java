package dev.varve.input.codec;

import java.io.IOException;
import java.io.InputStream;

/** A stream whose subclasses read ranges of bytes only; a single byte is a range of length 1. */
public abstract class BulkInputStream extends InputStream {
  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] into, int from, int length) throws IOException;
}
