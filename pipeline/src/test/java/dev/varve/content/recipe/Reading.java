package dev.varve.content.recipe;

import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.model.FileEntry;
import dev.varve.model.Layer;
import dev.varve.model.LayerBlob;
import dev.varve.model.LayerBlob.DigestOf;
import dev.varve.model.LayerPhase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** All that {@link LayerReader} makes of a blob. */
record Reading(List<FileEntry> entries, Layer layer, LayerPhase phase) {
  static final ArchiveLimits LIMITS = new ArchiveLimits(1L << 33, 1_000_000, 4096, 1 << 16, 100);
  static final String TYPE = "application/vnd.oci.image.layer.v1.tar+gzip";

  static Reading of(byte[] blob) throws IOException {
    return of(expected(blob), new ByteArrayInputStream(blob), "sha256", LIMITS);
  }

  static Reading of(LayerBlob expected, byte[] blob) throws IOException {
    return of(expected, new ByteArrayInputStream(blob), "sha256", LIMITS);
  }

  static Reading of(LayerBlob expected, InputStream in, String fingerprint, ArchiveLimits limits)
      throws IOException {
    try (LayerReader reader = new LayerReader(expected, in, reading(fingerprint, limits))) {
      List<FileEntry> entries = new ArrayList<>();
      for (FileEntry entry = reader.next(); entry != null; entry = reader.next()) {
        entries.add(entry);
      }
      return new Reading(entries, reader.layer(), reader.phase());
    }
  }

  static LayerReading reading(String fingerprint, ArchiveLimits limits) {
    return new LayerReading(
        fingerprint,
        limits,
        InflateEngine.fastest(),
        DigestEngine.fastest(),
        LayerReading.DiffIds.VERIFY);
  }

  /** What a manifest without a config says of a blob. */
  static LayerBlob expected(byte[] blob) {
    return new LayerBlob(digest("SHA-256", blob), DigestOf.BLOB, blob.length, List.of(), TYPE);
  }

  /** As the JDK has it: {@code sha256:HEX}. */
  static String digest(String algorithm, byte[] bytes) {
    return algorithm.toLowerCase(java.util.Locale.ROOT).replace("-", "")
        + ":"
        + hex(algorithm, bytes);
  }

  static String hex(String algorithm, byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
