package dev.varve.jobs.ingest.registry;

import dev.varve.jobs.conf.SettingReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The list of all measurements of layers; a new measurement is added here. */
final class LayerMeasurements {
  private static final List<Function<SettingReader, Optional<LayerMeasurement>>> ALL =
      List.of(
          FramingMeasurement::read,
          ContentMeasurement::read,
          FormatMeasurement::read,
          PullMeasurement::read);

  private LayerMeasurements() {}

  /** The measurements that the settings request. */
  static List<LayerMeasurement> read(SettingReader settings) {
    return ALL.stream().flatMap(read -> read.apply(settings).stream()).toList();
  }
}
