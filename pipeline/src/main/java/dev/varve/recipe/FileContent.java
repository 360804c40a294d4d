package dev.varve.recipe;

import dev.varve.chunking.FileCutter;
import dev.varve.codec.ContentType;
import dev.varve.model.Fingerprint;
import dev.varve.tar.FramingPieces;
import dev.varve.tar.PullMeter;
import dev.varve.tar.TarReader;
import java.io.IOException;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** What is made of the contents of files while they stream by, one file after another. */
final class FileContent {
  private final MessageDigest digest;
  private final @Nullable PullMeter pull;
  private final @Nullable FileCutter cutter;
  private final byte[] head = new byte[ContentType.HEAD_BYTES];
  private int headLength;
  private long digestNanos;
  private long cutNanos;

  FileContent(MessageDigest digest, @Nullable PullMeter pull, @Nullable FileCutter cutter) {
    this.digest = digest;
    this.pull = pull;
    this.cutter = cutter;
  }

  /**
   * Reads the content of the archive's current entry.
   *
   * @param bytes its length, with holes
   * @param framing is told how many bytes of the archive were content; null where none is kept
   */
  Fingerprint read(TarReader tar, long bytes, @Nullable FramingPieces framing) throws IOException {
    headLength = 0;
    if (cutter != null) {
      cutter.begin(bytes);
    }
    long stored = tar.contentApart(digest, this::take);
    if (framing != null) {
      framing.apart(stored);
    }
    long start = System.nanoTime();
    Fingerprint fingerprint = Fingerprint.of(digest.digest());
    long digested = System.nanoTime();
    digestNanos += digested - start;
    if (cutter != null) {
      cutter.end(fingerprint);
      cutNanos += System.nanoTime() - digested;
    }
    return fingerprint;
  }

  private void take(byte[] buffer, int from, int length) throws IOException {
    if (headLength < head.length) {
      int step = Math.min(length, head.length - headLength);
      System.arraycopy(buffer, from, head, headLength, step);
      headLength += step;
    }
    if (cutter != null) {
      long start = System.nanoTime();
      cutter.take(buffer, from, length);
      cutNanos += System.nanoTime() - start;
    }
    if (pull != null) {
      pull.content(buffer, from, length);
    }
  }

  /** By magic, of the content read last. */
  String contentType() {
    return ContentType.of(head, headLength);
  }

  /** Time of ending fingerprints: content is digested with the archive. */
  long digestNanos() {
    return digestNanos;
  }

  /** Time of cutting and compressing chunks: of no phase, as it is no part of reading a layer. */
  long cutNanos() {
    return cutNanos;
  }
}
