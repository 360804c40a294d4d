package dev.varve.input.digest;

import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The digest of a blob's stored bytes. Those that stay where they are may wait, as some engines
 * digest them together with the archive inside, see {@link ArchiveDigest}.
 */
public final class BlobDigest {
  private final MessageDigest digest;
  private byte[] bytes = new byte[0];
  private int from;
  private int left;

  /** Feeds a digest, which is the blob's when it has been read to its end. */
  public BlobDigest(MessageDigest digest) {
    this.digest = digest;
  }

  /** Digests bytes that follow, after those that wait. */
  public void update(byte[] buffer, int from, int length) {
    digestWaiting();
    digest.update(buffer, from, length);
  }

  /** Adds bytes that stay as they are until {@link #digestWaiting}. */
  public void updateLater(byte[] buffer, int from, int length) {
    update(buffer, from, 0);
    Objects.checkFromIndexSize(from, length, buffer.length);
    bytes = buffer;
    this.from = from;
    left = length;
  }

  /** Digests all that waits. */
  public void digestWaiting() {
    if (left > 0) {
      digest.update(bytes, from, left);
      left = 0;
    }
  }

  /** The digest, if bytes wait for it that others can be taken with. */
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
