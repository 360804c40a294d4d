package dev.varve.input.tar;

import dev.varve.model.RejectReason;
import java.io.IOException;

/** Counts the content of an archive with its holes filled, which costs its reader. */
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
   * @param content bytes of its content, holes filled
   * @param holes those of them that are holes
   * @throws dev.varve.model.MalformedBlobException when it is too much
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
