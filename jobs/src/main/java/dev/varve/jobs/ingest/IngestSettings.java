package dev.varve.jobs.ingest;

import dev.varve.content.chunking.Chunkers;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.Digests;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.SettingReader;

/**
 * Section ingest of the configuration: how layers and disks are read, and in which portions.
 *
 * @param chunker name of the rule that cuts disks into chunks
 * @param publishBytes most stored bytes of layers, or bytes of disks, that are read and not
 *     published yet; half of them are published while the others are read
 * @param publishMinutes wanted time between three publications
 * @param fileBytes target size of a Parquet file, in bytes
 * @param rangeBytes bytes of a disk that one task reads
 * @param taskBytes stored bytes of layers that one task reads
 * @param taskBlobs most blobs that one task reads
 */
public record IngestSettings(
    @OneOf(in = Digests.class, list = "FINGERPRINTS") String fingerprint,
    String fingerprintKey,
    String chunker,
    @OneOf({"auto", "jdk"}) String inflate,
    @OneOf({"auto", "jdk"}) String digest,
    LayerReading.DiffIds diffId,
    @OneOf({"keep", "none"}) String chainMap,
    long publishBytes,
    int publishMinutes,
    long fileBytes,
    long rangeBytes,
    long taskBytes,
    int taskBlobs) {

  static String chunker(String name) {
    return Chunkers.named(name).name();
  }

  /**
   * The rule by which contents are fingerprinted; reads the key from its file if the rule has one.
   */
  public FingerprintRule rule(SettingReader settings) {
    try {
      return FingerprintRule.of(fingerprint, fingerprintKey);
    } catch (IllegalArgumentException e) {
      settings.fault("ingest.fingerprint-key is " + fingerprintKey + ": " + e.getMessage());
      return FingerprintRule.plain(fingerprint);
    }
  }

  /** The implementation of SHA-256. */
  public DigestEngine digestEngine() {
    return digest.equals("auto") ? DigestEngine.fastest() : DigestEngine.JDK;
  }

  /** The decoder of gzip. */
  public InflateEngine inflateEngine() {
    return inflate.equals("auto") ? InflateEngine.fastest() : InflateEngine.JDK;
  }
}
