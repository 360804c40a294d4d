package dev.varve.recipe;

import dev.varve.chunking.FileCutter;
import dev.varve.codec.ContentType;
import dev.varve.format.SpanMeter;
import dev.varve.model.Fingerprint;
import dev.varve.tar.FramingPieces;
import dev.varve.tar.PullMeter;
import dev.varve.tar.TarReader;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Digests and samples of the contents of files while they stream by, one file after another. */
final class FileContent {
  private final MessageDigest digest;
  private final @Nullable PullMeter pull;
  private final @Nullable FileCutter cutter;
  private final @Nullable SpanMeter spans;
  private final byte[] head = new byte[ContentType.HEAD_BYTES];
  private int headLength;

  FileContent(
      MessageDigest digest,
      @Nullable PullMeter pull,
      @Nullable FileCutter cutter,
      @Nullable SpanMeter spans) {
    this.digest = digest;
    this.pull = pull;
    this.cutter = cutter;
    this.spans = spans;
  }

  /**
   * Reads the content of the archive's current entry.
   *
   * @param bytes its length, with holes
   * @param boundary receives where pieces that are sampled begin and end in the content
   * @param framing receives how many bytes of the archive were content; null where none is kept
   */
  Fingerprint read(
      TarReader tar, long bytes, LongConsumer boundary, @Nullable FramingPieces framing)
      throws IOException {
    headLength = 0;
    if (cutter != null) {
      cutter.begin(bytes, boundary);
    }
    long start = tar.archiveBytes();
    Fingerprint fingerprint = Fingerprint.of(tar.contentApart(digest, this::take));
    if (framing != null) {
      framing.apart(tar.archiveBytes() - start);
    }
    if (cutter != null) {
      cutter.end(fingerprint);
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
      cutter.take(buffer, from, length);
    }
    if (pull != null) {
      pull.content(buffer, from, length);
    }
    if (spans != null) {
      spans.measure();
    }
  }

  /** By magic, of the content read last. */
  String contentType() {
    return ContentType.of(head, headLength);
  }

  /** Time of cutting and compressing chunks: of no phase, as it is no part of reading a layer. */
  long cutNanos() {
    return cutter == null ? 0 : cutter.nanos();
  }
}
