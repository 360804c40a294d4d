package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ConfidenceInterval;
import dev.varve.content.estimate.ContentEstimate;
import dev.varve.content.sharing.CompressionEstimate;
import dev.varve.jobs.cli.estimate.Quantity.Measure;
import dev.varve.jobs.derive.sharing.FileCompression;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the estimate for a registry, from its manifests, the lengths of its blobs and a sample of
 * layers.
 */
record EstimateRegistry(RegistrySettings ingest, EstimateSettings settings) {
  private static final List<String> VIEWS = List.of("image", "layer_recipe", "content_sample");

  /** A row of {@code schemas/estimate/listed.sql}. */
  private record Listed(long images, long listedBytes) {}

  /** Ingests a part of the inputs into a scratch warehouse, and estimates the whole from it. */
  Estimate run(Runs runs, List<String> inputs) throws IOException {
    CostForecast cost = new CostForecast();
    LayerSampler sampler = new LayerSampler(ingest.access().store(runs.store()), settings, cost);
    return new PartEstimate("registry", VIEWS, sampler, cost)
        .run(
            runs,
            settings.scratch(),
            part -> new IngestRegistry(ingest.withChoice(sampler)).run(runs, inputs, part),
            engine -> quantities(engine, sampler));
  }

  private static List<Quantity> quantities(Engine engine, LayerSampler sampler) throws IOException {
    Listed listed = engine.onlyRow(PartQueries.query("listed"), Listed.class);
    long stored = sampler.bytes();
    List<Quantity> all = new ArrayList<>();
    all.add(Quantity.known(Measure.IMAGES, listed.images()));
    all.add(Quantity.known(Measure.LAYERS, sampler.sizes().size()));
    all.add(Quantity.known(Measure.LISTED_BYTES, listed.listedBytes()));
    all.add(Quantity.known(Measure.STORED_BYTES, stored));
    all.add(
        Quantity.known(
            Measure.LAYER_SHARING_RATIO,
            savedRatio((double) stored, (double) listed.listedBytes())));
    engine.records("head", LayerSampler.Head.class, sampler.heads());
    ContentEstimate files =
        ContentEstimate.of(
            PartQueries.contents(
                engine, sampler.draw(), PartQueries.query("layer_content"), sampler.sizes()),
            Double.POSITIVE_INFINITY);
    boolean isComplete = sampler.draw().isWhole();
    all.add(Quantity.sampled(Measure.FILE_BYTES, files.copied(), isComplete));
    all.add(Quantity.sampled(Measure.UNIQUE_FILE_BYTES, files.distinct(), isComplete));
    if (files.copied().high() > 0) {
      all.add(Quantity.sampled(Measure.FILE_DEDUP_RATIO, files.saved(), isComplete));
    }
    // The first estimate of a codec is the one for all files. There is none if fewer than two files
    // were compressed.
    FileCompression.estimates(engine).values().stream()
        .flatMap(List::stream)
        .findFirst()
        .ifPresent(compression -> addCompressed(all, files.distinct(), compression, sampler));
    return all;
  }

  private static void addCompressed(
      List<Quantity> all,
      ConfidenceInterval distinct,
      CompressionEstimate sample,
      LayerSampler sampler) {
    boolean isComplete = sampler.draw().isWhole();
    double bytes = Math.max(1, sample.bytes());
    ConfidenceInterval ratio =
        new ConfidenceInterval(
            sample.compressedBytes() / bytes,
            sample.lowBytes() / bytes,
            sample.highBytes() / bytes);
    ConfidenceInterval compressed = distinct.times(ratio);
    all.add(Quantity.sampled(Measure.COMPRESSED_UNIQUE_BYTES, compressed, isComplete));
    all.add(
        Quantity.sampled(
            Measure.DEDUP_AND_COMPRESSION_RATIO,
            compressed.times(1.0 / Math.max(1, sampler.bytes())).missingFrom(1),
            isComplete));
  }

  private static double savedRatio(double bytes, double baseline) {
    return baseline == 0 ? 0 : 1 - bytes / baseline;
  }
}
