package dev.varve.input.codec;

import dev.varve.input.digest.BlobDigest;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * A blob's stored bytes on their way to a decompressor: counted, timed and digested. Bytes of one
 * read are digested at the latest in the next read. The stream remembers an I/O error, so that the
 * decoder error that follows it is not mistaken for bad data.
 */
public final class BlobStream extends BulkInputStream {
  private final InputStream in;
  private final @Nullable BlobDigest digest;
  private final long declaredBytes;
  private long offset;
  private long readNanos;
  private long digestNanos;
  private boolean digestsLater;
  private @Nullable IOException fault;

  /**
   * Reads {@code in} and feeds {@code digest}; closing closes {@code in}.
   *
   * @param digest null when none is needed, so that skipping may seek
   */
  public BlobStream(InputStream in, @Nullable MessageDigest digest) {
    this(in, digest, -1);
  }

  /**
   * A stream of a blob whose size is stated. At most one byte more than stated is handed out, which
   * shows the reader that the blob is too long. Where still more follows, the blob is rejected.
   *
   * @param declaredBytes size as stated, or -1
   */
  public BlobStream(InputStream in, @Nullable MessageDigest digest, long declaredBytes) {
    this.in = in;
    this.digest = digest == null ? null : new BlobDigest(digest);
    this.declaredBytes = declaredBytes;
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    long start = System.nanoTime();
    if (digest != null) {
      digest.digestWaiting();
      long digested = System.nanoTime();
      digestNanos += digested - start;
      start = digested;
    }
    int got;
    try {
      got = declaredBytes < 0 ? fill(buffer, from, length) : readDeclared(buffer, from, length);
    } catch (MalformedBlobException e) {
      throw e;
    } catch (IOException e) {
      fault = e;
      throw e;
    }
    long read = System.nanoTime();
    readNanos += read - start;
    if (got > 0) {
      offset += got;
      if (digest != null) {
        if (digestsLater) {
          digest.updateLater(buffer, from, got);
        } else {
          digest.update(buffer, from, got);
          digestNanos += System.nanoTime() - read;
        }
      }
    }
    return got;
  }

  /**
   * Promises that each caller leaves its buffer unchanged until its next read, so that digesting
   * may wait.
   */
  void digestsLater() {
    digestsLater = true;
  }

  /** The digest that the bytes go to, or null. */
  public @Nullable BlobDigest digest() {
    return digest;
  }

  private int readDeclared(byte[] buffer, int from, int length) throws IOException {
    long remaining = declaredBytes + 1 - offset;
    if (remaining > 0 || length == 0) {
      return fill(buffer, from, (int) Math.min(length, remaining));
    }
    if (in.read() >= 0) {
      throw new MalformedBlobException(
          RejectReason.DIGEST_MISMATCH,
          declaredBytes,
          "the blob is longer than the " + declaredBytes + " bytes that its manifest declares");
    }
    return -1;
  }

  /**
   * Fills the range unless the stream ends, so that decoding steps do not depend on how many bytes
   * the medium returns per read.
   */
  private int fill(byte[] buffer, int from, int length) throws IOException {
    int got = in.readNBytes(buffer, from, length);
    return got == 0 && length > 0 ? -1 : got;
  }

  /** Whether skipping costs no reading, as far as {@code in} can seek. */
  public boolean seeks() {
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

  /**
   * Time spent digesting stored bytes, without those digested together with the archive inside,
   * which {@link dev.varve.input.digest.ArchiveDigest} times.
   */
  public long digestNanos() {
    return digestNanos;
  }

  /** The I/O error that a read or a skip met, or null. */
  public @Nullable IOException fault() {
    return fault;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
