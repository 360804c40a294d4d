package dev.varve.codec;

import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The digest of an archive, and that of the file inside whose content is being read. Content begins
 * at multiples of 512 bytes, so both take the same blocks: an engine that can reads them once.
 */
final class ArchiveDigest {
  private final @Nullable MessageDigest archive;
  private @Nullable MessageDigest file;
  private long nanos;

  /**
   * @param archive null when no digest of the archive is needed
   */
  ArchiveDigest(@Nullable MessageDigest archive) {
    this.archive = archive;
  }

  /** Content that follows is that of a file with this digest; of none when it is null. */
  void file(@Nullable MessageDigest digest) {
    file = digest;
  }

  /** Whether content is digested apart from the archive. */
  boolean hasFile() {
    return file != null;
  }

  /** Bytes that are in the archive and in no file. */
  void framing(byte[] buffer, int from, int length) {
    update(archive, null, buffer, from, length);
  }

  /** Bytes that are in the archive and in the file. */
  void content(byte[] buffer, int from, int length) {
    update(archive, file, buffer, from, length);
  }

  /** Bytes that are in the file and not in the archive. */
  void hole(byte[] buffer, int from, int length) {
    update(null, file, buffer, from, length);
  }

  /** Time digesting. */
  long nanos() {
    return nanos;
  }

  private void update(
      @Nullable MessageDigest one,
      @Nullable MessageDigest other,
      byte[] buffer,
      int from,
      int length) {
    if (length == 0 || (one == null && other == null)) {
      return;
    }
    long start = System.nanoTime();
    if (one instanceof NativeSha256 first && other instanceof NativeSha256 second) {
      NativeSha256.update(first, second, buffer, from, length);
    } else {
      if (one != null) {
        one.update(buffer, from, length);
      }
      if (other != null) {
        other.update(buffer, from, length);
      }
    }
    nanos += System.nanoTime() - start;
  }
}
