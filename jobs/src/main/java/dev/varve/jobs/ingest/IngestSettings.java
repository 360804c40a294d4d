package dev.varve.jobs.ingest;

import dev.varve.chunking.Chunkers;
import dev.varve.codec.InflateEngine;
import dev.varve.codec.PullCodec;
import dev.varve.digest.DigestEngine;
import dev.varve.digest.Digests;
import dev.varve.digest.FingerprintRule;
import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.recipe.LayerReading;
import java.util.List;

/**
 * Section ingest.
 *
 * @param chunker name of the rule that cuts disks into chunks
 * @param chunks names of the rules that cut contents of files
 * @param publishBytes stored bytes, or bytes of disks, between publications
 * @param fileBytes target size of a Parquet file
 * @param rangeBytes bytes of a disk that one task reads
 * @param taskBytes stored bytes of layers that one task reads
 * @param taskBlobs blobs of one task
 * @param formatRatio share of spans of archives that are compressed as formats of images do it
 * @param formatBytes stored bytes of which as much is measured as of a whole input
 * @param sampleBytes stored bytes of which the sample is at least as much as the whole would be
 */
public record IngestSettings(
    @OneOf(in = Digests.class, list = "FINGERPRINTS") String fingerprint,
    String fingerprintKey,
    String chunker,
    @OneOf({"auto", "jdk"}) String inflate,
    @OneOf({"auto", "jdk"}) String digest,
    LayerReading.DiffIds diffId,
    @OneOf({"keep", "none"}) String framing,
    @OneOf({"keep", "none"}) String chainMap,
    @MayBeEmpty List<String> chunks,
    @Range(low = 0, high = 1) double sampleRatio,
    List<PullCodec> sampleCodec,
    @Range(low = 0, high = 1) double formatRatio,
    long publishBytes,
    long fileBytes,
    long rangeBytes,
    long taskBytes,
    int taskBlobs,
    long sampleBytes,
    long formatBytes) {

  static String chunker(String name) {
    return Chunkers.named(name).name();
  }

  static String chunks(String name) {
    return Chunkers.named(name).name();
  }

  static PullCodec sampleCodec(String name) {
    return PullCodec.named(name);
  }

  /** The fingerprint rule of contents; reads the file of the key. */
  public FingerprintRule rule(SettingReader settings) {
    try {
      return FingerprintRule.of(fingerprint, fingerprintKey);
    } catch (IllegalArgumentException e) {
      settings.fault("ingest.fingerprint-key is " + fingerprintKey + ": " + e.getMessage());
      return FingerprintRule.plain(fingerprint);
    }
  }

  /** The implementation of SHA-256. */
  public DigestEngine digests() {
    return digest.equals("auto") ? DigestEngine.fastest() : DigestEngine.JDK;
  }

  /** The decoder of gzip. */
  public InflateEngine inflater() {
    return inflate.equals("auto") ? InflateEngine.fastest() : InflateEngine.JDK;
  }
}
