package dev.varve.jobs.ingest.registry;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.function.BooleanSupplier;

/**
 * A stream that fails once the run that reads it ends early, also in the middle of a large file.
 */
final class StoppableStream extends FilterInputStream {
  private final BooleanSupplier stopped;

  StoppableStream(InputStream in, BooleanSupplier stopped) {
    super(in);
    this.stopped = stopped;
  }

  @Override
  public int read() throws IOException {
    requireRunning();
    return in.read();
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    requireRunning();
    return in.read(bytes, from, length);
  }

  private void requireRunning() throws IOException {
    if (stopped.getAsBoolean()) {
      throw new InterruptedIOException("the run ends early");
    }
  }
}
