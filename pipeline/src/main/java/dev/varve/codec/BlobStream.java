package dev.varve.codec;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * A blob's stored bytes on their way to a decompressor: counted, digested, timed. It remembers an
 * I/O error, so that the decoder error that follows is not mistaken for bad data.
 */
public final class BlobStream extends InputStream {
  private final InputStream in;
  private final MessageDigest digest;
  private long offset;
  private long readNanos;
  private long digestNanos;
  private @Nullable IOException fault;

  /** Reads {@code in} and feeds {@code digest}; closing closes {@code in}. */
  public BlobStream(InputStream in, MessageDigest digest) {
    this.in = in;
    this.digest = digest;
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    long start = System.nanoTime();
    int got;
    try {
      got = in.read(buffer, from, length);
    } catch (IOException e) {
      fault = e;
      throw e;
    }
    long read = System.nanoTime();
    readNanos += read - start;
    if (got > 0) {
      offset += got;
      digest.update(buffer, from, got);
      digestNanos += System.nanoTime() - read;
    }
    return got;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /** Bytes handed out so far. */
  public long offset() {
    return offset;
  }

  /** Time spent waiting for bytes. */
  public long readNanos() {
    return readNanos;
  }

  /** Time spent digesting them. */
  public long digestNanos() {
    return digestNanos;
  }

  /** The I/O error, when there was one. */
  public @Nullable IOException fault() {
    return fault;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
