package dev.varve.jobs.ingest;

import dev.varve.content.chunking.Chunkers;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.Digests;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;

/**
 * Section ingest of the configuration: how layers and disks are read, and in which portions.
 *
 * @param chunker name of the rule that cuts disks into chunks
 * @param publishBytes most stored bytes of layers, or bytes of disks, that are read and not
 *     published yet; half of them are published while the others are read. 0: by the number of
 *     processors
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
    @Range(low = 0) long publishBytes,
    int publishMinutes,
    long fileBytes,
    long rangeBytes,
    long taskBytes,
    int taskBlobs) {
  private static final long GIB = 1L << 30;

  /**
   * Most bytes that are not published yet, for each processor. The half of them is more than one
   * reads in half of {@code publishMinutes}, so that time decides and not the size of the cluster.
   */
  private static final long PROCESSOR_BYTES = 32 * GIB;

  private static final long LEAST_PUBLISH_BYTES = 256 * GIB;

  /** Limit on large clusters, as all files of a publication are named by one program. */
  private static final long MOST_PUBLISH_BYTES = 16_384 * GIB;

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

  /** Most bytes that are read and not published yet, where so many processors read. */
  long publishBytes(int processors) {
    long bySize = Math.max(LEAST_PUBLISH_BYTES, processors * PROCESSOR_BYTES);
    return publishBytes > 0 ? publishBytes : Math.min(MOST_PUBLISH_BYTES, bySize);
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
