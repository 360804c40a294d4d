package dev.varve.input.tar;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.digest.ArchiveDigest;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The one buffer between decompressor and archive walk: every byte is read in place, without a
 * copy, and digested when it is passed.
 */
final class ArchiveInput {
  private static final int BUFFER_BYTES = 128 << 10;

  /** Buffer where contents are passed over: little more than headers is read. */
  private static final int SEEKING_BUFFER_BYTES = 8 << 10;

  private static final int NONE = -1;

  private final InputStream in;
  private final BlobStream blob;
  private final ArchiveDigest digest;
  private final ArchiveLimits limits;
  private final TarReader.@Nullable Sink framing;
  private final boolean seeks;
  private final byte[] buffer;
  private boolean apart;
  private int position;
  private int digested;
  private int contentFrom = NONE;
  private int limit;
  private long bufferOffset;
  private long decodeNanos;

  ArchiveInput(
      InputStream in,
      BlobStream blob,
      @Nullable MessageDigest archiveDigest,
      ArchiveLimits limits,
      TarReader.@Nullable Sink framing) {
    this.in = in;
    this.blob = blob;
    this.digest = new ArchiveDigest(archiveDigest, blob.digest());
    this.limits = limits;
    this.framing = framing;
    this.seeks = in == blob && blob.seeks() && archiveDigest == null && framing == null;
    long most = Math.max(TarHeader.BLOCK, limits.archiveBytes());
    this.buffer = new byte[(int) Math.min(seeks ? SEEKING_BUFFER_BYTES : BUFFER_BYTES, most)];
  }

  /** Whether bytes that are skipped are not read: nothing is decoded, and nothing is digested. */
  boolean seeks() {
    return seeks;
  }

  byte[] buffer() {
    return buffer;
  }

  int position() {
    return position;
  }

  /** Passes bytes at the position, which are framing unless they are kept {@link #apart}. */
  void advance(int bytes) throws IOException {
    if (framing != null && !apart) {
      framing.take(buffer, position, bytes);
    }
    position += bytes;
  }

  /** Whether the bytes that follow are no framing. */
  void apart(boolean begins) {
    apart = begins;
  }

  /** Passes bytes of the archive that are not in the input. */
  void passAbsent(long bytes) {
    bufferOffset += bytes;
  }

  /** Offset of the position in the archive. */
  long offset() {
    return bufferOffset + position;
  }

  long decodeNanos() {
    return decodeNanos;
  }

  /** The digest of the archive, or of a file inside. */
  ArchiveDigest digest() {
    return digest;
  }

  /** Bytes from the position on are content of a file, if one has begun to be digested. */
  void contentBegins() {
    if (contentFrom == NONE && digest.hasFile()) {
      contentFrom = position;
    }
  }

  /** Digests the bytes before the position that are not digested yet. */
  void digestPassed() {
    digest.pass(buffer, digested, framing(), position - digested - framing());
    digested = position;
    contentFrom = NONE;
  }

  /** Ends the file that is digested, at the position. */
  byte[] digestFile() {
    byte[] ended = digest.end(buffer, digested, framing(), position - digested - framing());
    digested = position;
    contentFrom = NONE;
    return ended;
  }

  private int framing() {
    return (contentFrom == NONE ? position : contentFrom) - digested;
  }

  /** Bytes ready at the position, at least one unless the archive has ended. */
  int available() throws IOException {
    if (position == limit) {
      digestPassed();
      bufferOffset += limit;
      position = 0;
      digested = 0;
      limit = 0;
      fill();
    }
    return limit - position;
  }

  /**
   * Makes {@code bytes} available contiguously at the position; false when the archive ends before.
   */
  boolean ensure(int bytes) throws IOException {
    if (limit - position < bytes) {
      digestPassed();
      System.arraycopy(buffer, position, buffer, 0, limit - position);
      bufferOffset += position;
      limit -= position;
      position = 0;
      digested = 0;
      while (limit < bytes) {
        if (fill() < 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Skips bytes, and does not read them where it {@link #seeks}. */
  void skip(long bytes, String what) throws IOException {
    for (long left = bytes; left > 0; ) {
      if (seeks && position == limit) {
        left -= seek(left);
      }
      int step = (int) Math.min(left, available());
      if (step == 0 && left > 0) {
        throw truncated(what);
      }
      advance(step);
      left -= step;
    }
  }

  /** Skips the zeros that fill a block; some writers omit them at the very end. */
  void skipPadding(long bytes) throws IOException {
    for (long left = bytes; left > 0 && available() > 0; ) {
      int step = (int) Math.min(left, available());
      advance(step);
      left -= step;
    }
  }

  MalformedBlobException truncated(String what) {
    return malformed(RejectReason.TRUNCATED, "the archive ends inside " + what);
  }

  MalformedBlobException malformed(RejectReason reason, String message) {
    return new MalformedBlobException(
        reason, blob.offset(), message + " (byte " + offset() + " of the archive)");
  }

  private long seek(long bytes) throws IOException {
    long skipped = in.skip(bytes);
    bufferOffset += limit + skipped;
    position = 0;
    digested = 0;
    limit = 0;
    checkLimits();
    return skipped;
  }

  private int fill() throws IOException {
    long start = System.nanoTime();
    int got = in.read(buffer, limit, buffer.length - limit);
    decodeNanos += System.nanoTime() - start;
    if (got > 0) {
      limit += got;
      checkLimits();
    }
    return got;
  }

  private void checkLimits() throws MalformedBlobException {
    long archiveBytes = bufferOffset + limit;
    if (archiveBytes > ArchiveLimits.FOLD_FREE_BYTES
        && archiveBytes / limits.inflateFold() > blob.offset()) {
      throw malformed(
          RejectReason.LIMIT,
          "the archive is more than " + limits.inflateFold() + " times as large as its blob");
    }
    if (archiveBytes > limits.archiveBytes()) {
      throw malformed(
          RejectReason.LIMIT, "the archive is larger than " + limits.archiveBytes() + " bytes");
    }
  }
}
