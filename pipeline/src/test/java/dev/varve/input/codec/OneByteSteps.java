package dev.varve.input.codec;

import java.io.ByteArrayInputStream;

/** A medium that hands out one byte a read. */
public final class OneByteSteps extends ByteArrayInputStream {
  /** Over these bytes. */
  public OneByteSteps(byte[] bytes) {
    super(bytes);
  }

  @Override
  public synchronized int read(byte[] buffer, int from, int length) {
    return super.read(buffer, from, Math.min(length, 1));
  }

  /** The superclass takes one read for all that there is. */
  @Override
  public int readNBytes(byte[] buffer, int from, int length) {
    int got = 0;
    while (got < length && read(buffer, from + got, 1) > 0) {
      got++;
    }
    return got;
  }
}
