package dev.varve.content.recipe;

import dev.varve.input.codec.ContentType;
import dev.varve.input.tar.LayerObserver;
import dev.varve.input.tar.TarReader;
import dev.varve.model.Fingerprint;
import java.io.IOException;
import java.security.MessageDigest;

/**
 * Reader of the contents of one file after another: it computes each file's digest, finds its type
 * by its first bytes, and passes its bytes on to an observer.
 */
final class FileContent {
  private final MessageDigest digest;
  private final LayerObserver observer;
  private final byte[] head = new byte[ContentType.HEAD_BYTES];
  private int headLength;

  FileContent(MessageDigest digest, LayerObserver observer) {
    this.digest = digest;
    this.observer = observer;
  }

  /** Reads the content of the archive's current entry, and returns its fingerprint. */
  Fingerprint read(TarReader tar) throws IOException {
    headLength = 0;
    return Fingerprint.of(tar.digestContent(digest, this::observe));
  }

  private void observe(byte[] buffer, int from, int length) throws IOException {
    if (headLength < head.length) {
      int step = Math.min(length, head.length - headLength);
      System.arraycopy(buffer, from, head, headLength, step);
      headLength += step;
    }
    observer.content(buffer, from, length);
  }

  /** The type of the content read last, by the magic numbers in its first bytes. */
  String contentType() {
    return ContentType.of(head, headLength);
  }
}
