package dev.varve.fuzz;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.Digests;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.input.tar.TarEntry;
import dev.varve.input.tar.TarReader;
import dev.varve.model.MalformedBlobException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whole walks of an archive, each in a way of its own, which must all come to the same.
 *
 * @param entries a line each: what the headers say, and a digest of the content where it was read
 * @param reason of the fault that ended the walk, or null
 */
record TarWalks(List<String> entries, @Nullable String reason) {
  static final ArchiveLimits LIMITS =
      new ArchiveLimits(1 << 15, 1000, 4096, 1 << 13, 100, Integer.MAX_VALUE, 1 << 15);

  private static final String CONTENT = " content ";

  /** Reads every content, and checks lengths and the digest of the archive. */
  static TarWalks reading(byte[] archive) throws IOException {
    MessageDigest all = DigestEngine.fastest().named("sha256");
    TarReader tar = reader(new ByteArrayInputStream(archive), Digests.named("md5"), all);
    TarWalks walk = walk(tar, true);
    if (walk.reason == null) {
      Checks.holds(tar.archiveBytes() == archive.length, "an archive read whole has its length");
      MessageDigest own = Digests.named("sha256");
      own.update(archive);
      Checks.holds(
          MessageDigest.isEqual(own.digest(), all.digest()), "its digest is that of its bytes");
    }
    return walk;
  }

  /** Skips every content. */
  static TarWalks skipping(byte[] archive) throws IOException {
    InputStream in = new ByteArrayInputStream(archive);
    return walk(reader(in, Digests.named("md5"), Digests.named("md5")), false);
  }

  /** Skips every content by seeking, as archives of images are read. */
  static TarWalks seeking(byte[] archive) throws IOException {
    return walk(reader(new ByteArrayInputStream(archive), null, null), false);
  }

  /** What the headers say, without the contents. */
  TarWalks withoutContents() {
    return new TarWalks(
        entries.stream().map(entry -> entry.substring(0, entry.indexOf(CONTENT))).toList(), reason);
  }

  private static TarReader reader(
      InputStream in, @Nullable MessageDigest blobDigest, @Nullable MessageDigest digest) {
    BlobStream blob = new BlobStream(in, blobDigest);
    return new TarReader(blob, blob, digest, LIMITS);
  }

  private static TarWalks walk(TarReader tar, boolean contents) throws IOException {
    List<String> entries = new ArrayList<>();
    try {
      for (TarEntry entry = tar.next(); entry != null; entry = tar.next()) {
        String line =
            String.join(
                " ",
                String.valueOf(entry.type()),
                latin(entry.name()),
                latin(entry.linkTarget()),
                String.valueOf(entry.bytes()),
                String.valueOf(entry.contentOffset()),
                String.valueOf(entry.uid()),
                String.valueOf(entry.mode()),
                String.valueOf(entry.mtimeMicros()));
        entries.add(contents ? line + CONTENT + content(tar, entry) : line);
      }
      return new TarWalks(entries, null);
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return new TarWalks(entries, e.reason().name());
    }
  }

  private static String content(TarReader tar, TarEntry entry) throws IOException {
    MessageDigest digest = Digests.named("md5");
    MessageDigest plain = Digests.named("sha256");
    MessageDigest own = DigestEngine.fastest().named("sha256");
    long[] bytes = new long[1];
    byte[] ended =
        tar.digestContent(
            own,
            (buffer, from, length) -> {
              digest.update(buffer, from, length);
              plain.update(buffer, from, length);
              bytes[0] += length;
            });
    Checks.holds(bytes[0] == entry.bytes(), "content is as long as its entry says");
    Checks.holds(MessageDigest.isEqual(ended, plain.digest()), "its digest is that of its bytes");
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).replace(' ', '\u00a0');
  }
}
