package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerReading;
import dev.varve.input.source.LayerChoice;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.ingest.IngestSettings;
import dev.varve.jobs.store.registry.RegistryAccess;
import java.util.List;
import java.util.Optional;

/**
 * Settings of an ingest of registries.
 *
 * @param ingest section ingest
 * @param reading how layers are read
 * @param measurements made of layers while they are read
 * @param access how registries are reached by their API
 * @param choice which layers are read
 */
public record RegistrySettings(
    IngestSettings ingest,
    LayerReading reading,
    List<LayerMeasurement> measurements,
    RegistryAccess access,
    LayerChoice choice) {

  /** Reads sections ingest, limit and registry. */
  public static RegistrySettings read(SettingReader settings) {
    IngestSettings ingest = settings.bind("ingest", IngestSettings.class);
    return new RegistrySettings(
        ingest,
        new LayerReading(
            ingest.rule(settings),
            settings.bind("limit", ArchiveLimits.class),
            ingest.inflater(),
            ingest.digests(),
            ingest.diffId()),
        LayerMeasurements.read(settings),
        settings.bind("registry", RegistryAccess.class),
        LayerChoice.ALL);
  }

  /** These settings for some of the layers. */
  public RegistrySettings choosing(LayerChoice some) {
    return new RegistrySettings(ingest, reading, measurements, access, some);
  }

  /** Whether contents of files are cut into chunks. */
  public boolean cutsContents() {
    return measurements.stream()
        .flatMap(one -> one.tables().stream())
        .anyMatch(table -> table.name().equals(ContentMeasurement.CHUNKS));
  }

  /** Selects the layers that a measurement has of those in the warehouse, if it would have all. */
  List<Query> measured() {
    return measurements.stream().map(LayerMeasurement::measured).flatMap(Optional::stream).toList();
  }

  /**
   * The measurements for inputs that name so many stored bytes: of few bytes a larger share is
   * compressed. It follows from the inputs, not from what is left to be read of them, so that a run
   * that goes on where one was killed draws the same sample.
   */
  List<LayerMeasurement> measurements(long namedBytes) {
    return measurements.stream().map(one -> one.of(namedBytes)).toList();
  }
}
