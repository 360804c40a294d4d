package dev.varve.input.digest;

import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The digest of a blob's stored bytes. Bytes whose buffer stays unchanged may wait: the native
 * engine digests waiting bytes together with the archive inside, see {@link ArchiveDigest}.
 */
public final class BlobDigest {
  private final MessageDigest digest;
  private byte[] waitingBuffer = new byte[0];
  private int waitingFrom;
  private int waitingBytes;

  /** Feeds {@code digest}; its value is the blob's digest once the blob was read to its end. */
  public BlobDigest(MessageDigest digest) {
    this.digest = digest;
  }

  /** Digests the waiting bytes, then these bytes. */
  public void update(byte[] buffer, int from, int length) {
    digestWaiting();
    digest.update(buffer, from, length);
  }

  /** Adds bytes that wait; the caller leaves them unchanged until {@link #digestWaiting}. */
  public void updateLater(byte[] buffer, int from, int length) {
    update(buffer, from, 0);
    Objects.checkFromIndexSize(from, length, buffer.length);
    waitingBuffer = buffer;
    this.waitingFrom = from;
    waitingBytes = length;
  }

  /** Digests all waiting bytes. */
  public void digestWaiting() {
    if (waitingBytes > 0) {
      digest.update(waitingBuffer, waitingFrom, waitingBytes);
      waitingBytes = 0;
    }
  }

  /**
   * The native digest if it has waiting bytes, which may be digested alongside others; else null.
   */
  @Nullable NativeSha256 waiting() {
    return waitingBytes > 0 && digest instanceof NativeSha256 waiting ? waiting : null;
  }

  byte[] waitingBuffer() {
    return waitingBuffer;
  }

  int waitingFrom() {
    return waitingFrom;
  }

  int waitingBytes() {
    return waitingBytes;
  }

  /** Reports how many of the waiting bytes were digested. */
  void digested(int length) {
    waitingFrom += length;
    waitingBytes -= length;
  }
}
