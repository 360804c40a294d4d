package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerReading;
import dev.varve.input.codec.PullCodec;
import dev.varve.input.tar.LayerObserver;
import dev.varve.input.tar.PullMeter;
import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.Query;
import dev.varve.model.LayerPull;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures the time of building layers from their files, as a server that stores files would at a
 * pull. Layers that the warehouse already has are read again for it.
 *
 * @param codecs codecs by which the archives are compressed
 */
record PullMeasurement(List<PullCodec> codecs) implements LayerMeasurement {
  record Settings(@MayBeEmpty List<PullCodec> pullCodec) {
    static PullCodec pullCodec(String name) {
      return PullCodec.named(name);
    }
  }

  /** A row of {@code layer_pull}. */
  record Row(String layerDigest, String runId, LayerPull pull) {}

  static Optional<LayerMeasurement> read(SettingReader settings) {
    List<PullCodec> codecs =
        settings.bind("ingest", Settings.class).pullCodec.stream().distinct().toList();
    return codecs.isEmpty() ? Optional.empty() : Optional.of(new PullMeasurement(codecs));
  }

  @Override
  public Optional<String> title() {
    return Optional.of(
        "pulls by " + codecs.stream().map(PullCodec::name).collect(Collectors.joining(", ")));
  }

  @Override
  public List<LayerTable> tables() {
    return List.of(LayerTable.compared("layer_pull", Row.class, "layer_digest", "codec"));
  }

  @Override
  public LayerObserver observer(Origin origin, LayerReading reading, LayerRows rows)
      throws IOException {
    return new PullMeter(
        codecs, pull -> rows.add(new Row(origin.layerDigest(), origin.runId(), pull)));
  }

  @Override
  public Optional<Query> measuredLayers() {
    List<String> names = codecs.stream().map(PullCodec::name).toList();
    return Optional.of(
        Query.of("ingest", "measured_pull")
            .with("codecs", String.join(",", names))
            .with("number", names.size()));
  }
}
