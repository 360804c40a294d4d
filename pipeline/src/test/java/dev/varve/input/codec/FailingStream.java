package dev.varve.input.codec;

import java.io.IOException;
import java.io.InputStream;

/** A medium that fails. */
public final class FailingStream extends InputStream {
  private final IOException fault;

  /** Every read throws this. */
  public FailingStream(IOException fault) {
    this.fault = fault;
  }

  @Override
  public int read() throws IOException {
    throw fault;
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    throw fault;
  }
}
