package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.recipe.LayerReading;
import dev.varve.content.snapshot.RangeChoice;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.ingest.IngestSettings;
import dev.varve.jobs.store.registry.RegistryAccess;

/**
 * Settings of an ingest of snapshots.
 *
 * @param ingest section ingest
 * @param fingerprint what identifies the content of a chunk
 * @param diskBytes the largest disk that is read
 * @param spoolBytes largest temporary copy of a disk inside of an image
 * @param archive limits of the layers of images with disks
 * @param access how registries are reached by their API
 * @param choice which ranges of disks are read
 */
public record SnapshotSettings(
    IngestSettings ingest,
    FingerprintRule fingerprint,
    long diskBytes,
    long spoolBytes,
    ArchiveLimits archive,
    RegistryAccess access,
    RangeChoice choice) {
  private record Limits(long diskBytes, long spoolBytes, @Section("limit") ArchiveLimits archive) {}

  /** Reads sections ingest, limit and registry. */
  public static SnapshotSettings read(SettingReader settings) {
    IngestSettings ingest = settings.bind("ingest", IngestSettings.class);
    Limits limits = settings.bind("limit", Limits.class);
    return new SnapshotSettings(
        ingest,
        ingest.rule(settings),
        limits.diskBytes,
        limits.spoolBytes,
        limits.archive,
        settings.bind("registry", RegistryAccess.class),
        RangeChoice.ALL);
  }

  /** The implementation of SHA-256. */
  public DigestEngine digest() {
    return ingest.digestEngine();
  }

  /** Settings for reading layers of images. */
  LayerReading layerReading() {
    return new LayerReading(
        fingerprint,
        archive,
        ingest.inflateEngine(),
        ingest.digestEngine(),
        LayerReading.DiffIds.TRUST);
  }

  /** These settings for some ranges of the disks. */
  public SnapshotSettings withChoice(RangeChoice choice) {
    return new SnapshotSettings(
        ingest, fingerprint, diskBytes, spoolBytes, archive, access, choice);
  }
}
