package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerReading;
import dev.varve.input.plan.LayerChoice;
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
            ingest.inflateEngine(),
            ingest.digestEngine(),
            ingest.diffId()),
        LayerMeasurements.read(settings),
        settings.bind("registry", RegistryAccess.class),
        LayerChoice.ALL);
  }

  /** These settings for some of the layers. */
  public RegistrySettings withChoice(LayerChoice choice) {
    return new RegistrySettings(ingest, reading, measurements, access, choice);
  }

  /** Whether contents of files are cut into chunks. */
  public boolean cutsContents() {
    return measurements.stream()
        .flatMap(measurement -> measurement.tables().stream())
        .anyMatch(table -> table.name().equals(ContentMeasurement.CHUNKS));
  }

  /**
   * Queries of the warehouse's layers that were already measured, one for each measurement that
   * must cover all layers.
   */
  List<Query> measuredLayers() {
    return measurements.stream()
        .map(LayerMeasurement::measuredLayers)
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * The measurements adjusted to the size of the inputs: of small inputs a larger share is sampled.
   * The share depends on all layers that the inputs name, not on those left to read. So a run that
   * continues a killed one draws the same sample.
   *
   * @param namedBytes stored bytes of all layers that the inputs name
   */
  List<LayerMeasurement> measurements(long namedBytes) {
    return measurements.stream().map(measurement -> measurement.adjustedTo(namedBytes)).toList();
  }
}
