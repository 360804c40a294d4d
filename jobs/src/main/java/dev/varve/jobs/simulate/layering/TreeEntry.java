package dev.varve.jobs.simulate.layering;

import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import dev.varve.simulation.layering.LineEntry.Identity;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code schemas/simulate/layering_entry.sql}: an entry of the unpacked tree of an image.
 *
 * @param plan number of the plan
 * @param ordinal of the image in its plan
 * @param learned whether plans learn from the image
 * @param path clean: relative to the root
 * @param modifiedAt as the archive states
 * @param linkTarget of a symbolic link, as written; else null
 * @param fingerprint of the content of a file, or of the file that a hard link leads to; else null
 * @param bytes of the content, unpacked; 0 of a hard link whose content counts elsewhere
 * @param compressedBytes bytes of the blob that the entry takes
 */
record TreeEntry(
    int plan,
    int ordinal,
    boolean learned,
    String path,
    EntryKind kind,
    int mode,
    long uid,
    long gid,
    Instant modifiedAt,
    @Nullable String linkTarget,
    @Nullable Fingerprint fingerprint,
    long bytes,
    long compressedBytes) {
  private static final int FIXED_BYTES = 2 * Integer.BYTES + 3 * Long.BYTES;

  /**
   * A row of view {@code layering_tree}: an entry with 128 bits in place of what makes it equal.
   */
  record Identified(
      int plan,
      int ordinal,
      boolean learned,
      String path,
      EntryKind kind,
      Identity identity,
      long bytes,
      long compressedBytes,
      long modifiedAt) {}

  void identify(Consumer<Record> output) {
    output.accept(
        new Identified(
            plan,
            ordinal,
            learned,
            path,
            kind,
            identity(),
            bytes,
            compressedBytes,
            modifiedAt.getEpochSecond()));
  }

  /** MD5 of all that makes two entries equal; every text is behind its length. */
  private Identity identity() {
    byte[] content = fingerprint == null ? new byte[0] : fingerprint.bytes();
    byte[][] texts = {utf8(kind.name()), utf8(path), utf8(linkTarget == null ? "" : linkTarget)};
    int bytes = FIXED_BYTES + content.length;
    for (byte[] text : texts) {
      bytes += Integer.BYTES + text.length;
    }
    ByteBuffer all =
        ByteBuffer.allocate(bytes)
            .putInt(mode)
            .putLong(uid)
            .putLong(gid)
            .putLong(modifiedAt.getEpochSecond())
            .putInt(modifiedAt.getNano());
    for (byte[] text : texts) {
      all.putInt(text.length).put(text);
    }
    ByteBuffer digest = ByteBuffer.wrap(md5().digest(all.put(content).array()));
    return new Identity(digest.getLong(), digest.getLong());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
