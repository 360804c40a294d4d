package dev.varve.codec;

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
}
