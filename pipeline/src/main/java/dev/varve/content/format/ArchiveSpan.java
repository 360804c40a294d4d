package dev.varve.content.format;

import java.util.List;

/**
 * Neighbouring bytes of an archive in memory, with those before it, and where contents of files are
 * among them.
 *
 * @param bytes those before the span, then the span
 * @param from where the span begins among them
 * @param to where it ends
 * @param contents in order, cut to the span; headers and padding are between them
 */
record ArchiveSpan(byte[] bytes, int from, int to, List<Content> contents) {
  /** Keeps a list that nobody changes. */
  ArchiveSpan {
    contents = List.copyOf(contents);
  }

  /**
   * The content of a file, or the part of it that is in the span.
   *
   * @param from offset in the bytes
   * @param to offset behind it
   */
  record Content(int from, int to) {
    int length() {
      return to - from;
    }
  }
}
