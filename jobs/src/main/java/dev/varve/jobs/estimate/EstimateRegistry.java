package dev.varve.jobs.estimate;

import dev.varve.estimate.ContentEstimate;
import dev.varve.estimate.Interval;
import dev.varve.estimate.MetContents;
import dev.varve.jobs.duck.DuckStart;
import dev.varve.jobs.estimate.Quantity.Measure;
import dev.varve.jobs.file.Scratch;
import dev.varve.jobs.query.QuerySettings;
import dev.varve.jobs.registry.IngestRegistry;
import dev.varve.jobs.registry.RegistrySettings;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.sharing.CompressionEstimate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Estimates of a registry: what manifests and blob lengths tell, and what a sample of the layers
 * does.
 */
final class EstimateRegistry {
  private static final List<String> READ = List.of("image", "layer_recipe", "content_sample");

  /** A row of {@code schemas/estimate/listed.sql}. */
  private record Listed(long images, long listedBytes) {}

  private final RegistrySettings ingest;
  private final EstimateSettings settings;
  private final QuerySettings query;

  EstimateRegistry(RegistrySettings ingest, EstimateSettings settings, QuerySettings query) {
    this.ingest = ingest;
    this.settings = settings;
    this.query = query;
  }

  /** Reads a part of the inputs. */
  Estimated run(Runs runs, List<String> inputs) throws IOException {
    DuckStart.requireLibrary(query);
    try (Scratch scratch = new Scratch(settings.scratch(), "varve-estimate", runs.hadoop(inputs));
        Effort effort = new Effort(runs.spark().sparkContext())) {
      LayerDraw draw = new LayerDraw(new HadoopStore(runs.hadoop(inputs)), settings, effort);
      RunSummary summary =
          new IngestRegistry(ingest.choosing(draw), List.of())
              .run(runs, inputs, scratch.location());
      double fold = 1 / Math.max(1e-9, draw.readRatio());
      List<Quantity> forecasts = effort.forecasts(fold);
      List<Quantity> quantities = new ArrayList<>();
      runs.run(
          "estimate",
          Map.of(),
          scratch.location(),
          run -> {
            run.fit(run.warehouse().bytes("layer_recipe"));
            quantities.addAll(
                PartQueries.ask(run, query, READ, queries -> quantities(queries, draw)));
            quantities.add(WarehouseSize.forecast(run, "ingest registry", fold));
          });
      quantities.addAll(forecasts);
      return new Estimated(
          "registry",
          "%,d of %,d layers".formatted(summary.count("blobs_read"), draw.layers()),
          draw.storedBytes(),
          draw.readRatio(),
          summary,
          quantities);
    }
  }

  private static List<Quantity> quantities(PartQueries queries, LayerDraw draw) throws IOException {
    Listed listed = queries.first("listed", Listed.class);
    long stored = draw.storedBytes();
    List<Quantity> all = new ArrayList<>();
    all.add(Quantity.known(Measure.IMAGES, listed.images()));
    all.add(Quantity.known(Measure.LAYERS, draw.layers()));
    all.add(Quantity.known(Measure.LISTED_BYTES, listed.listedBytes()));
    all.add(Quantity.known(Measure.STORED_BYTES, stored));
    all.add(
        Quantity.known(
            Measure.LAYER_SHARING_RATIO, saved((double) stored, (double) listed.listedBytes())));
    MetContents met = Contents.met(queries, draw.draw(), "layer_content", Map.of());
    ContentEstimate files = ContentEstimate.of(met, Double.POSITIVE_INFINITY);
    all.add(Quantity.sampled(Measure.FILE_BYTES, files.copied()));
    all.add(Quantity.sampled(Measure.UNIQUE_FILE_BYTES, files.distinct()));
    if (files.copied().high() > 0) {
      all.add(Quantity.sampled(Measure.FILE_DEDUP_RATIO, files.saved()));
    }
    queries.compression().values().stream()
        .findFirst()
        .ifPresent(compression -> addBoth(all, files.distinct(), compression.get(0), stored));
    return all;
  }

  private static void addBoth(
      List<Quantity> all, Interval distinct, CompressionEstimate sample, long stored) {
    double bytes = Math.max(1, sample.bytes());
    Interval ratio =
        new Interval(
            sample.compressedBytes() / bytes,
            sample.lowBytes() / bytes,
            sample.highBytes() / bytes);
    Interval both = distinct.times(ratio);
    all.add(Quantity.sampled(Measure.COMPRESSED_UNIQUE_BYTES, both));
    all.add(
        Quantity.sampled(
            Measure.DEDUP_AND_COMPRESSION_RATIO,
            both.times(1.0 / Math.max(1, stored)).missingFrom(1)));
  }

  private static double saved(double kept, double whole) {
    return whole == 0 ? 0 : 1 - kept / whole;
  }
}
