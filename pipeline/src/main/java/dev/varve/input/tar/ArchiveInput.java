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
 * The one buffer between the decompressor and the walk over the archive. Readers use its bytes in
 * place, without a copy; bytes are digested once the position has passed them.
 */
final class ArchiveInput {
  private static final int BUFFER_BYTES = 128 << 10;

  /**
   * Size of the buffer when contents are skipped by seeking, so that little more than headers is
   * read.
   */
  private static final int SEEKING_BUFFER_BYTES = 8 << 10;

  /** Value of contentFrom while no content of a digested file is in the buffer. */
  private static final int NONE = -1;

  private final InputStream in;
  private final BlobStream blob;
  private final ArchiveDigest digest;
  private final ArchiveLimits limits;
  private final TarReader.@Nullable Sink framing;
  private final boolean seeks;
  private final byte[] buffer;
  private boolean contentApart;
  private int position;
  private int digestedEnd;
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
    long most = Math.max(TarHeader.BLOCK_BYTES, limits.archiveBytes());
    this.buffer = new byte[(int) Math.min(seeks ? SEEKING_BUFFER_BYTES : BUFFER_BYTES, most)];
  }

  /**
   * Whether skipped bytes are not read: possible when nothing is decompressed and nothing is
   * digested.
   */
  boolean seeks() {
    return seeks;
  }

  byte[] buffer() {
    return buffer;
  }

  int position() {
    return position;
  }

  /**
   * Moves the position forward. The passed bytes are framing unless {@link #contentApart} was set.
   */
  void advance(int bytes) throws IOException {
    if (framing != null && !contentApart) {
      framing.take(buffer, position, bytes);
    }
    position += bytes;
  }

  /** Sets whether the following bytes are content that is kept apart, and so no framing. */
  void contentApart(boolean begins) {
    contentApart = begins;
  }

  /** Advances the archive offset past bytes that the input leaves out. */
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

  /** The digests of the archive and of the file inside that is being read. */
  ArchiveDigest digest() {
    return digest;
  }

  /**
   * Marks the position as the beginning of content, if a file is being digested: bytes before it
   * are framing.
   */
  void contentBegins() {
    if (contentFrom == NONE && digest.hasFile()) {
      contentFrom = position;
    }
  }

  /**
   * Digests the bytes before the position that are not digested yet; called before the buffer moves
   * or is refilled.
   */
  void digestPassed() {
    digest.pass(buffer, digestedEnd, framingBytes(), position - digestedEnd - framingBytes());
    digestedEnd = position;
    contentFrom = NONE;
  }

  /** Ends the file being digested at the position, and returns its digest. */
  byte[] digestFile() {
    byte[] ended =
        digest.end(buffer, digestedEnd, framingBytes(), position - digestedEnd - framingBytes());
    digestedEnd = position;
    contentFrom = NONE;
    return ended;
  }

  private int framingBytes() {
    return (contentFrom == NONE ? position : contentFrom) - digestedEnd;
  }

  /** Number of bytes ready in the buffer at the position; 0 only at the end of the archive. */
  int available() throws IOException {
    if (position == limit) {
      digestPassed();
      bufferOffset += limit;
      position = 0;
      digestedEnd = 0;
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
      digestedEnd = 0;
      while (limit < bytes) {
        if (fill() < 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Skips bytes, without reading them if this input {@link #seeks}. */
  void skip(long bytes, String what) throws IOException {
    for (long remaining = bytes; remaining > 0; ) {
      if (seeks && position == limit) {
        remaining -= seek(remaining);
      }
      int step = (int) Math.min(remaining, available());
      if (step == 0 && remaining > 0) {
        throw truncated(what);
      }
      advance(step);
      remaining -= step;
    }
  }

  /** Skips the zeros that fill a block; some writers omit them at the very end. */
  void skipPadding(long bytes) throws IOException {
    for (long remaining = bytes; remaining > 0 && available() > 0; ) {
      int step = (int) Math.min(remaining, available());
      advance(step);
      remaining -= step;
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
    digestedEnd = 0;
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
