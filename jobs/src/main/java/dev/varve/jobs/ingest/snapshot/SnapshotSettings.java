package dev.varve.jobs.ingest.snapshot;

import dev.varve.digest.DigestEngine;
import dev.varve.digest.FingerprintRule;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.ingest.IngestSettings;
import dev.varve.snapshot.RangeChoice;

/**
 * How snapshots are ingested.
 *
 * @param ingest section ingest
 * @param fingerprint what identifies the content of a chunk
 * @param diskBytes the largest disk that is read
 * @param choice which ranges of disks are read
 */
public record SnapshotSettings(
    IngestSettings ingest, FingerprintRule fingerprint, long diskBytes, RangeChoice choice) {
  private record Limits(long diskBytes) {}

  /** Reads sections ingest and limit. */
  public static SnapshotSettings read(SettingReader settings) {
    IngestSettings ingest = settings.bind("ingest", IngestSettings.class);
    long most = settings.bind("limit", Limits.class).diskBytes;
    return new SnapshotSettings(ingest, ingest.rule(settings), most, RangeChoice.ALL);
  }

  /** The implementation of SHA-256. */
  public DigestEngine digest() {
    return ingest.digests();
  }

  /** These settings for some ranges of the disks. */
  public SnapshotSettings choosing(RangeChoice some) {
    return new SnapshotSettings(ingest, fingerprint, diskBytes, some);
  }
}
