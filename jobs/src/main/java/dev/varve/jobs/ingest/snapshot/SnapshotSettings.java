package dev.varve.jobs.ingest.snapshot;

import dev.varve.chunking.Chunkers;
import dev.varve.digest.DigestEngine;
import dev.varve.digest.Digests;
import dev.varve.digest.FingerprintRule;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.snapshot.RangeChoice;
import java.util.Map;

/**
 * How snapshots are ingested.
 *
 * @param fingerprint what identifies the content of a chunk
 * @param digest what computes SHA-256
 * @param chunker name of the rule that cuts disks into chunks
 * @param rangeBytes bytes of a disk that one task reads
 * @param diskBytes the largest disk that is read
 * @param publishBytes bytes of disks between publications
 * @param fileBytes target size of a Parquet file
 * @param mapRule whether maps of chains are kept
 * @param choice which ranges of disks are read
 */
public record SnapshotSettings(
    FingerprintRule fingerprint,
    DigestEngine digest,
    String chunker,
    long rangeBytes,
    long diskBytes,
    long publishBytes,
    long fileBytes,
    SnapshotReading.MapRule mapRule,
    RangeChoice choice) {
  /** Reads sections ingest and limit. */
  public static SnapshotSettings read(SettingReader settings) {
    String algorithm = settings.name("ingest.fingerprint", Digests.FINGERPRINTS);
    return new SnapshotSettings(
        settings.parsedOne(
            "ingest.fingerprint-key",
            file -> FingerprintRule.of(algorithm, file),
            FingerprintRule.plain(algorithm)),
        settings.choice(
            "ingest.digest", Map.of("auto", DigestEngine::fastest, "jdk", () -> DigestEngine.JDK)),
        settings.parsedOne("ingest.chunker", name -> Chunkers.named(name).name(), "fixed-4k"),
        settings.bytes("ingest.range-bytes"),
        settings.bytes("limit.disk-bytes"),
        settings.bytes("ingest.publish-bytes"),
        settings.bytes("ingest.file-bytes"),
        settings.choice(
            "ingest.chain-map",
            Map.of(
                "keep",
                () -> SnapshotReading.MapRule.KEEP,
                "none",
                () -> SnapshotReading.MapRule.NONE)),
        RangeChoice.ALL);
  }

  /** The same settings for some ranges of the disks. */
  public SnapshotSettings choosing(RangeChoice some) {
    return new SnapshotSettings(
        fingerprint,
        digest,
        chunker,
        rangeBytes,
        diskBytes,
        publishBytes,
        fileBytes,
        mapRule,
        some);
  }
}
