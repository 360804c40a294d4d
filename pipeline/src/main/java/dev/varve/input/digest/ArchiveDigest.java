package dev.varve.input.digest;

import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Digests an archive and, at the same time, the file inside it whose content is being read. Content
 * begins at multiples of 512 bytes, so both digests work on the same 64-byte blocks of SHA-256. The
 * native engine loads each block once for both, and digests stored bytes of the blob alongside.
 */
public final class ArchiveDigest {
  private final @Nullable MessageDigest archive;
  private final @Nullable BlobDigest blob;
  private @Nullable MessageDigest file;
  private boolean fileBegun;
  private long nanos;

  /**
   * @param archive null when no digest of the archive is needed
   * @param blob null when no digest of the blob is needed
   */
  public ArchiveDigest(@Nullable MessageDigest archive, @Nullable BlobDigest blob) {
    this.archive = archive;
    this.blob = blob;
  }

  /**
   * Begins a file: content passed from now on belongs to it, until {@link #end}.
   *
   * @param digest the file's digest, to which nothing was fed yet
   */
  public void begin(MessageDigest digest) {
    file = digest;
    fileBegun = false;
  }

  /** Whether a file has begun, so that content also goes to the file's digest. */
  public boolean hasFile() {
    return file != null;
  }

  /**
   * Takes the next bytes of the archive: first framing, then content that is also in the file.
   *
   * @param framing number of bytes from {@code from} on that are in the archive alone
   * @param content number of bytes behind the framing that are in the file too
   */
  public void pass(byte[] buffer, int from, int framing, int content) {
    if (framing + content > 0) {
      long start = System.nanoTime();
      update(buffer, from, framing, content, null);
      nanos += System.nanoTime() - start;
    }
  }

  /** Takes zeros of a hole, which are in the file and not in the archive. */
  public void hole(byte[] buffer, int from, int length) {
    long start = System.nanoTime();
    if (file != null) {
      file.update(buffer, from, length);
      fileBegun = true;
    }
    nanos += System.nanoTime() - start;
  }

  /**
   * Ends the file that {@link #begin} began, after its last bytes.
   *
   * @param framing as in {@link #pass}
   * @param content as in {@link #pass}
   * @return the digest of the file
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

  /**
   * Feeds the digests; returns whether the ending file's digest was written to {@code ended}, which
   * only the native engine does.
   */
  private boolean update(
      byte[] buffer, int from, int framing, int content, byte @Nullable [] ended) {
    if (archive instanceof NativeSha256 nativeArchive
        && (file == null || file instanceof NativeSha256)) {
      NativeSha256 fileToUpdate = fileBegun || ended == null ? (NativeSha256) file : null;
      nativeArchive.updateWith(buffer, from, framing, content, fileToUpdate, ended, blob);
      fileBegun |= content > 0;
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

  /** Time spent digesting, in nanoseconds. */
  public long nanos() {
    return nanos;
  }
}
