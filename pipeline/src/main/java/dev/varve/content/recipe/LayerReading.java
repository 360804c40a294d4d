package dev.varve.content.recipe;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.input.tar.ArchiveLimits;
import java.io.IOException;
import java.io.Serializable;

/**
 * Settings for reading layers.
 *
 * @param fingerprint what identifies the content of a file
 * @param limits limits of an archive
 * @param inflate the decoder of gzip
 * @param digest the implementation of SHA-256
 * @param diffId whether the diffID of configs is verified
 */
public record LayerReading(
    FingerprintRule fingerprint,
    ArchiveLimits limits,
    InflateEngine inflate,
    DigestEngine digest,
    DiffIds diffId)
    implements Serializable {

  /** Settings with plain digests as fingerprints, one of {@link dev.varve.input.digest.Digests}. */
  public LayerReading(
      String fingerprint,
      ArchiveLimits limits,
      InflateEngine inflate,
      DigestEngine digest,
      DiffIds diffId) {
    this(FingerprintRule.plain(fingerprint), limits, inflate, digest, diffId);
  }

  /** The archive of a layer, inflated. */
  public Decompressor decompressor(BlobStream blob) throws IOException {
    return decompressor(blob, Decompressor.Progress.NONE);
  }

  /** The archive of a layer, inflated. */
  public Decompressor decompressor(BlobStream blob, Decompressor.Progress progress)
      throws IOException {
    return new Decompressor(blob, inflate, limits.windowBytes(), progress);
  }

  /** Treatment of the digest of the uncompressed archive. */
  public enum DiffIds {
    /** The diffID is trusted where all configs state the same one; otherwise it is computed. */
    TRUST,
    /** The diffID is computed, and compared with those that configs state. */
    VERIFY
  }
}
