package dev.varve.jobs.ingest.registry;

import dev.varve.jobs.conf.SettingReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** All measurements of layers: a new one is a line here. */
final class LayerMeasurements {
  private static final List<Function<SettingReader, Optional<LayerMeasurement>>> ALL =
      List.of(
          FramingMeasurement::read,
          ContentMeasurement::read,
          FormatMeasurement::read,
          PullMeasurement::read);

  private LayerMeasurements() {}

  /** Those that settings request. */
  static List<LayerMeasurement> read(SettingReader settings) {
    return ALL.stream().flatMap(read -> read.apply(settings).stream()).toList();
  }
}
