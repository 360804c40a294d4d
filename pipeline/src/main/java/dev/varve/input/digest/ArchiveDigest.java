package dev.varve.input.digest;

import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The digest of an archive, and that of the file inside whose content is being read. Content begins
 * at multiples of 512 bytes, so both take the same blocks. Some engines read them once, and take
 * the stored bytes of the blob in parallel with the rest.
 */
public final class ArchiveDigest {
  private final @Nullable MessageDigest archive;
  private final @Nullable BlobDigest blob;
  private @Nullable MessageDigest file;
  private boolean begun;
  private long nanos;

  /**
   * @param archive null when no digest of the archive is needed
   * @param blob null when none of the blob is
   */
  public ArchiveDigest(@Nullable MessageDigest archive, @Nullable BlobDigest blob) {
    this.archive = archive;
    this.blob = blob;
  }

  /**
   * Content that follows is that of a file, until its {@link #end}.
   *
   * @param digest to which nothing was fed
   */
  public void begin(MessageDigest digest) {
    file = digest;
    begun = false;
  }

  /** Whether content is digested apart from the archive. */
  public boolean hasFile() {
    return file != null;
  }

  /**
   * Bytes that are in the archive, and of which the last ones are in the file.
   *
   * @param framing how many, from {@code from} on, are in the archive alone
   * @param content of those behind
   */
  public void pass(byte[] buffer, int from, int framing, int content) {
    if (framing + content > 0) {
      long start = System.nanoTime();
      update(buffer, from, framing, content, null);
      nanos += System.nanoTime() - start;
    }
  }

  /** Bytes that are in the file and not in the archive. */
  public void hole(byte[] buffer, int from, int length) {
    long start = System.nanoTime();
    if (file != null) {
      file.update(buffer, from, length);
      begun = true;
    }
    nanos += System.nanoTime() - start;
  }

  /**
   * Ends the file, which {@link #begin began}.
   *
   * @param framing as in {@link #pass}
   * @param content as there
   * @return its digest
   */
  public byte[] end(byte[] buffer, int from, int framing, int content) {
    long start = System.nanoTime();
    MessageDigest ending = file;
    if (ending == null) {
      throw new IllegalStateException("no file has begun");
    }
    byte[] digest = new byte[ending.getDigestLength()];
    byte[] ended = update(buffer, from, framing, content, digest) ? digest : ending.digest();
    file = null;
    nanos += System.nanoTime() - start;
    return ended;
  }

  /** Whether a digest of the file that ends was put into its place. */
  private boolean update(
      byte[] buffer, int from, int framing, int content, byte @Nullable [] ended) {
    if (archive instanceof NativeSha256 all && (file == null || file instanceof NativeSha256)) {
      NativeSha256 own = begun || ended == null ? (NativeSha256) file : null;
      all.updateWith(buffer, from, framing, content, own, ended, blob);
      begun |= content > 0;
      return ended != null;
    }
    if (archive != null) {
      archive.update(buffer, from, framing + content);
    }
    if (file != null) {
      file.update(buffer, from + framing, content);
    }
    return false;
  }

  /** Time digesting. */
  public long nanos() {
    return nanos;
  }
}
