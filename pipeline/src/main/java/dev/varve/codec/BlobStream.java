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
  private final @Nullable MessageDigest digest;
  private long offset;
  private long readNanos;
  private long digestNanos;
  private @Nullable IOException fault;

  /**
   * Reads {@code in} and feeds {@code digest}; closing closes {@code in}.
   *
   * @param digest null when none is needed, so that skipping may seek
   */
  public BlobStream(InputStream in, @Nullable MessageDigest digest) {
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
      if (digest != null) {
        digest.update(buffer, from, got);
        digestNanos += System.nanoTime() - read;
      }
    }
    return got;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /** Whether skipping costs no reading, as far as {@code in} can seek. */
  boolean seeks() {
    return digest == null;
  }

  @Override
  public long skip(long bytes) throws IOException {
    if (!seeks()) {
      return super.skip(bytes);
    }
    try {
      long skipped = in.skip(bytes);
      offset += skipped;
      return skipped;
    } catch (IOException e) {
      fault = e;
      throw e;
    }
  }

  /** Bytes handed out or skipped so far. */
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
