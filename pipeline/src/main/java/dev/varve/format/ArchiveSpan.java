package dev.varve.format;

import java.util.List;

/**
 * Neighbouring bytes of an archive in memory, and where contents of files are among them.
 *
 * @param bytes of which the first {@code length} count
 * @param contents in order, cut to the span; headers and padding lie between them
 */
record ArchiveSpan(byte[] bytes, int length, List<Content> contents) {
  /** Keeps a list that nobody changes. */
  ArchiveSpan {
    contents = List.copyOf(contents);
  }

  /**
   * The content of a file, or the part of it that is in the span.
   *
   * @param from offset in the span
   * @param to offset behind it
   */
  record Content(int from, int to) {}
}
