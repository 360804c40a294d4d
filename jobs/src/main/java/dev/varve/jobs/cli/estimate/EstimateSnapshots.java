package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ContentEstimate;
import dev.varve.jobs.cli.estimate.Quantity.Measure;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.snapshot.IngestSnapshots;
import dev.varve.jobs.ingest.snapshot.SnapshotSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the estimate for disks, from their headers, their allocation tables and a sample of ranges.
 */
record EstimateSnapshots(SnapshotSettings ingest, EstimateSettings settings) {
  private static final List<String> VIEWS = List.of("snapshot", "segment_recipe", "segment_chunk");

  /** A row of {@code schemas/estimate/disks.sql}. */
  private record Disks(
      long vms, long snapshots, long diskBytes, long allocatedBytes, @Nullable Long fileBytes) {}

  /** Ingests a part of the inputs into a scratch warehouse, and estimates the whole from it. */
  Estimate run(Runs runs, List<String> inputs) throws IOException {
    CostForecast cost = new CostForecast();
    RangeSampler sampler = new RangeSampler(runs.store(), settings, cost);
    return new PartEstimate("snapshots", VIEWS, sampler, cost)
        .run(
            runs,
            settings.scratch(),
            part -> new IngestSnapshots(ingest.withChoice(sampler)).run(runs, inputs, part),
            engine -> quantities(engine, sampler));
  }

  private static List<Quantity> quantities(Engine engine, RangeSampler sampler) throws IOException {
    Disks disks = engine.onlyRow(PartQueries.query("disks"), Disks.class);
    ContentEstimate chunks =
        ContentEstimate.of(
            PartQueries.contents(
                engine,
                sampler.units(),
                PartQueries.query("range_content").with("segments", sampler.segments()),
                Map.of()),
            (double) disks.diskBytes());
    boolean isComplete = sampler.units().isWhole();
    List<Quantity> all = new ArrayList<>();
    all.addAll(
        List.of(
            Quantity.known(Measure.VMS, disks.vms()),
            Quantity.known(Measure.SNAPSHOTS, disks.snapshots()),
            Quantity.known(Measure.DISK_BYTES, disks.diskBytes()),
            Quantity.known(Measure.ALLOCATED_BYTES, disks.allocatedBytes()),
            Quantity.sampled(Measure.DATA_BYTES, chunks.copied(), isComplete),
            Quantity.sampled(Measure.UNIQUE_CHUNK_BYTES, chunks.distinct(), isComplete)));
    if (disks.fileBytes() != null) {
      all.add(Quantity.known(Measure.DISK_FILE_BYTES, disks.fileBytes()));
    }
    if (chunks.copied().high() > 0) {
      all.add(Quantity.sampled(Measure.CHUNK_DEDUP_RATIO, chunks.saved(), isComplete));
    }
    return all;
  }
}
