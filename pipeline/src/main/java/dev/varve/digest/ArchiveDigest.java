package dev.varve.digest;

import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The digest of an archive, and that of the file inside whose content is being read. Content begins
 * at multiples of 512 bytes, so both take the same blocks: an engine that can reads them once.
 */
public final class ArchiveDigest {
  private final @Nullable MessageDigest archive;
  private @Nullable MessageDigest file;
  private long nanos;

  /**
   * @param archive null when no digest of the archive is needed
   */
  public ArchiveDigest(@Nullable MessageDigest archive) {
    this.archive = archive;
  }

  /** Content that follows is that of a file with this digest; of none when it is null. */
  public void file(@Nullable MessageDigest digest) {
    file = digest;
  }

  /** Whether content is digested apart from the archive. */
  public boolean hasFile() {
    return file != null;
  }

  /** Bytes that are in the archive and in no file. */
  public void framing(byte[] buffer, int from, int length) {
    long start = System.nanoTime();
    if (archive != null && length > 0) {
      archive.update(buffer, from, length);
    }
    nanos += System.nanoTime() - start;
  }

  /**
   * Bytes that are in the archive and in the file.
   *
   * @param framing how many, from {@code from} on, are in the archive alone
   * @param length of those behind
   */
  public void content(byte[] buffer, int from, int framing, int length) {
    long start = System.nanoTime();
    if (archive instanceof NativeSha256 both && file instanceof NativeSha256 other) {
      both.updateWith(other, buffer, from, framing, length);
    } else {
      if (archive != null) {
        archive.update(buffer, from, framing + length);
      }
      if (file != null) {
        file.update(buffer, from + framing, length);
      }
    }
    nanos += System.nanoTime() - start;
  }

  /** Bytes that are in the file and not in the archive. */
  public void hole(byte[] buffer, int from, int length) {
    long start = System.nanoTime();
    if (file != null) {
      file.update(buffer, from, length);
    }
    nanos += System.nanoTime() - start;
  }

  /** Time digesting. */
  public long nanos() {
    return nanos;
  }
}
