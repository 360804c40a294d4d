package dev.varve.input.tar;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.digest.Digests;
import dev.varve.model.Fingerprint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/** A whole walk of {@link TarReader} over an archive in memory. */
record TarWalk(List<Step> steps, Fingerprint archiveDigest, long archiveBytes) {
  static final ArchiveLimits LIMITS = new ArchiveLimits(1 << 26, 10_000, 4096, 1 << 16, 100);

  /** An entry with its content. */
  record Step(TarEntry entry, byte[] content) {
    /** Its name, one character a byte. */
    String name() {
      return latin(entry.name());
    }

    String link() {
      return latin(entry.linkTarget());
    }

    private static String latin(byte[] bytes) {
      return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    }
  }

  static TarWalk of(byte[] archive) throws IOException {
    return of(archive, LIMITS);
  }

  static TarWalk of(byte[] archive, ArchiveLimits limits) throws IOException {
    BlobStream blob = new BlobStream(new ByteArrayInputStream(archive), Digests.named("md5"));
    MessageDigest digest = Digests.named("sha256");
    TarReader reader = new TarReader(blob, blob, digest, limits);
    List<Step> steps = new ArrayList<>();
    for (TarEntry entry = reader.next(); entry != null; entry = reader.next()) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      reader.content(content::write);
      steps.add(new Step(entry, content.toByteArray()));
    }
    return new TarWalk(steps, Fingerprint.of(digest.digest()), reader.archiveBytes());
  }

  /** Names only, with no look at any content. */
  static List<String> names(byte[] archive) throws IOException {
    BlobStream blob = new BlobStream(new ByteArrayInputStream(archive), Digests.named("md5"));
    TarReader reader = new TarReader(blob, blob, Digests.named("sha256"), LIMITS);
    List<String> names = new ArrayList<>();
    for (TarEntry entry = reader.next(); entry != null; entry = reader.next()) {
      names.add(new Step(entry, new byte[0]).name());
    }
    return names;
  }

  Step only() {
    if (steps.size() != 1) {
      throw new AssertionError("one entry was wanted, there are " + steps.size());
    }
    return steps.get(0);
  }
}
