package dev.varve.input.tar;

import dev.varve.model.RejectReason;
import java.io.IOException;

/**
 * Counts the content of an archive against its limits, with holes filled: reading costs time for
 * zeros of holes, too.
 */
final class ContentBytes {
  private final ArchiveInput in;
  private final ArchiveLimits limits;
  private long bytes;
  private long holeBytes;

  ContentBytes(ArchiveInput in, ArchiveLimits limits) {
    this.in = in;
    this.limits = limits;
  }

  /**
   * Adds an entry.
   *
   * @param content bytes of the entry's content, holes filled
   * @param holes bytes of its holes, included in {@code content}
   * @throws dev.varve.model.MalformedBlobException when the sum exceeds a limit
   */
  void add(long content, long holes) throws IOException {
    bytes += content;
    if (content > limits.archiveBytes() || bytes > limits.archiveBytes()) {
      throw in.malformed(
          RejectReason.LIMIT, "content of more than " + limits.archiveBytes() + " bytes");
    }
    holeBytes += holes;
    if (holeBytes > limits.holeBytes()) {
      throw in.malformed(
          RejectReason.LIMIT,
          "sparse files with holes of more than " + limits.holeBytes() + " bytes");
    }
  }
}
