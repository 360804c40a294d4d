package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ContentEstimate;
import dev.varve.jobs.cli.estimate.Quantity.Measure;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.snapshot.IngestSnapshots;
import dev.varve.jobs.ingest.snapshot.SnapshotSettings;
import dev.varve.jobs.warehouse.file.Scratch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the estimate for disks, from their headers, their allocation tables and a sample of ranges.
 */
record EstimateSnapshots(SnapshotSettings ingest, EstimateSettings settings) {
  private static final List<String> READ = List.of("snapshot", "segment_recipe", "segment_chunk");

  /** A row of {@code schemas/estimate/disks.sql}. */
  private record Disks(long vms, long snapshots, long diskBytes, long allocatedBytes) {}

  /** Ingests a part of the inputs into a scratch warehouse, and estimates the whole from it. */
  Estimate run(Runs runs, List<String> inputs) throws IOException {
    try (Scratch scratch = new Scratch(settings.scratch(), "varve-estimate", runs.store())) {
      CostForecast cost = new CostForecast();
      RangeSampler sampler = new RangeSampler(runs.store(), settings, cost);
      RunSummary summary =
          new IngestSnapshots(ingest.choosing(sampler)).run(runs, inputs, scratch.location());
      cost.ended();
      double fold = 1 / Math.max(1e-9, sampler.readRatio());
      List<Quantity> quantities = new ArrayList<>();
      runs.read(
          scratch.location(),
          (engine, part) -> {
            PartQueries.show(engine, part, READ);
            quantities.addAll(quantities(engine, sampler));
            quantities.add(WarehouseSize.forecast(part, "ingest snapshots", fold));
            quantities.addAll(cost.quantities(fold, engine.parallelism()));
          });
      return new Estimate(
          "snapshots",
          sampler.words(),
          sampler.dataBytes(),
          sampler.readRatio(),
          summary,
          quantities);
    }
  }

  private static List<Quantity> quantities(Engine engine, RangeSampler sampler) throws IOException {
    Disks disks = engine.one(PartQueries.of("disks"), Disks.class);
    ContentEstimate chunks =
        ContentEstimate.of(
            PartQueries.contents(
                engine,
                sampler.units(),
                PartQueries.of("range_content").with("segments", sampler.segments()),
                Map.of()),
            (double) disks.diskBytes());
    boolean whole = sampler.units().isWhole();
    List<Quantity> all = new ArrayList<>();
    all.addAll(
        List.of(
            Quantity.known(Measure.VMS, disks.vms()),
            Quantity.known(Measure.SNAPSHOTS, disks.snapshots()),
            Quantity.known(Measure.DISK_BYTES, disks.diskBytes()),
            Quantity.known(Measure.ALLOCATED_BYTES, disks.allocatedBytes()),
            Quantity.sampled(Measure.DATA_BYTES, chunks.copied(), whole),
            Quantity.sampled(Measure.UNIQUE_CHUNK_BYTES, chunks.distinct(), whole)));
    if (chunks.copied().high() > 0) {
      all.add(Quantity.sampled(Measure.CHUNK_DEDUP_RATIO, chunks.saved(), whole));
    }
    return all;
  }
}
