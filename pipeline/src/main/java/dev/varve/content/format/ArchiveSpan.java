package dev.varve.content.format;

import java.util.List;

/**
 * A range of an archive's bytes in memory, which a {@link Coding} compresses, with the bytes before
 * it as context, and the places of file contents within it.
 *
 * @param bytes the context, then the span
 * @param from index at which the span begins
 * @param to index at which the span ends
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
