package dev.varve.jobs.estimate;

import dev.varve.estimate.ContentEstimate;
import dev.varve.jobs.duck.DuckStart;
import dev.varve.jobs.estimate.Quantity.Measure;
import dev.varve.jobs.file.Scratch;
import dev.varve.jobs.query.QuerySettings;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.snapshot.IngestSnapshots;
import dev.varve.jobs.snapshot.SnapshotSettings;
import dev.varve.jobs.store.HadoopStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Estimates of disks: what their headers and tables tell, and what a sample of ranges does. */
final class EstimateSnapshots {
  private static final List<String> READ = List.of("snapshot", "segment_recipe", "segment_chunk");

  /** A row of {@code schemas/estimate/disks.sql}. */
  private record Disks(long vms, long snapshots, long diskBytes, long heldBytes) {}

  private final SnapshotSettings ingest;
  private final EstimateSettings settings;
  private final QuerySettings query;

  EstimateSnapshots(SnapshotSettings ingest, EstimateSettings settings, QuerySettings query) {
    this.ingest = ingest;
    this.settings = settings;
    this.query = query;
  }

  /** Reads a part of the inputs. */
  Estimated run(Runs runs, List<String> inputs) throws IOException {
    DuckStart.requireLibrary(query);
    try (Scratch scratch = new Scratch(settings.scratch(), "varve-estimate", runs.hadoop(inputs));
        Effort effort = new Effort(runs.spark().sparkContext())) {
      DiskDraw draw = new DiskDraw(new HadoopStore(runs.hadoop(inputs)), settings, effort);
      RunSummary summary =
          new IngestSnapshots(ingest.choosing(draw)).run(runs, inputs, scratch.location());
      double fold = 1 / Math.max(1e-9, draw.readRatio());
      List<Quantity> forecasts = effort.forecasts(fold);
      List<Quantity> quantities = new ArrayList<>();
      runs.run(
          "estimate",
          Map.of(),
          scratch.location(),
          run -> {
            // A file of a few megabytes has millions of chunks.
            run.fit(Long.MAX_VALUE);
            quantities.addAll(
                PartQueries.ask(run, query, READ, queries -> quantities(queries, draw)));
            quantities.add(WarehouseSize.forecast(run, "ingest snapshots", fold));
          });
      quantities.addAll(forecasts);
      return new Estimated(
          "snapshots", draw.words(), draw.heldBytes(), draw.readRatio(), summary, quantities);
    }
  }

  private static List<Quantity> quantities(PartQueries queries, DiskDraw draw) throws IOException {
    Disks disks = queries.first("disks", Disks.class);
    ContentEstimate chunks =
        ContentEstimate.of(
            Contents.met(
                queries, draw.units(), "range_content", Map.of("segments", draw.segments())),
            (double) disks.diskBytes());
    List<Quantity> all = new ArrayList<>();
    all.addAll(
        List.of(
            Quantity.known(Measure.VMS, disks.vms()),
            Quantity.known(Measure.SNAPSHOTS, disks.snapshots()),
            Quantity.known(Measure.DISK_BYTES, disks.diskBytes()),
            Quantity.known(Measure.HELD_BYTES, disks.heldBytes()),
            Quantity.sampled(Measure.DATA_BYTES, chunks.copied()),
            Quantity.sampled(Measure.UNIQUE_CHUNK_BYTES, chunks.distinct())));
    if (chunks.copied().high() > 0) {
      all.add(Quantity.sampled(Measure.CHUNK_DEDUP_RATIO, chunks.saved()));
    }
    return all;
  }
}
