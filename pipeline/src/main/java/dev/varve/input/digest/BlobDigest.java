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
  private byte[] bytes = new byte[0];
  private int from;
  private int left;

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
    bytes = buffer;
    this.from = from;
    left = length;
  }

  /** Digests all waiting bytes. */
  public void digestWaiting() {
    if (left > 0) {
      digest.update(bytes, from, left);
      left = 0;
    }
  }

  /**
   * The native digest if it has waiting bytes, which may be digested alongside others; else null.
   */
  @Nullable NativeSha256 waiting() {
    return left > 0 && digest instanceof NativeSha256 waiting ? waiting : null;
  }

  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int left() {
    return left;
  }

  /** Reports how many of the waiting bytes were digested. */
  void taken(int length) {
    from += length;
    left -= length;
  }
}
