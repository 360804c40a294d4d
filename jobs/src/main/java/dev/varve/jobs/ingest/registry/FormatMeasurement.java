package dev.varve.jobs.ingest.registry;

import dev.varve.content.format.SpanMeter;
import dev.varve.content.format.SpanSampling;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.tar.LayerObserver;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.FormatSample;
import dev.varve.model.Seed;
import java.util.List;
import java.util.Optional;

/**
 * Compresses sampled spans of layer archives by the codings of image formats, for {@code simulate
 * formats}.
 *
 * @param sampleBytes stored bytes of inputs up to which all is sampled; of larger inputs a smaller
 *     share
 */
record FormatMeasurement(SpanSampling sampling, long sampleBytes) implements LayerMeasurement {
  private record Settings(@Range(low = 0, high = 1) double formatRatio, long formatBytes) {}

  /** A row of {@code format_sample}. */
  record Row(String layerDigest, FormatSample sample) {}

  static Optional<LayerMeasurement> read(SettingReader settings) {
    Settings configured = settings.bind("ingest", Settings.class);
    SpanSampling sampling = new SpanSampling(configured.formatRatio, new Seed(0));
    return sampling.isSampling()
        ? Optional.of(new FormatMeasurement(sampling, configured.formatBytes))
        : Optional.empty();
  }

  @Override
  public Optional<String> title() {
    return Optional.of("samples of formats");
  }

  /** Heads have few spans, so a larger share of them is compressed than of layers. */
  @Override
  public List<CostTrial.Part> trial(long headBytes) {
    return sampling.trials(headBytes).stream()
        .map(
            trial ->
                new CostTrial.Part(
                    new FormatMeasurement(trial.sampling(), sampleBytes), trial.share()))
        .toList();
  }

  @Override
  public List<LayerTable> tables() {
    return List.of(
        LayerTable.compared("format_sample", Row.class, "layer_digest", "coding", "offset"));
  }

  @Override
  public LayerObserver observer(Origin origin, LayerReading reading, LayerRows rows) {
    String layer = origin.layerDigest();
    return new SpanMeter(sampling, layer, sample -> rows.add(new Row(layer, sample)));
  }

  @Override
  public LayerMeasurement adjustedTo(long namedBytes) {
    double share = LayerMeasurement.share(sampling.share(), sampleBytes, namedBytes);
    return new FormatMeasurement(sampling.withShare(share, namedBytes), sampleBytes);
  }
}
