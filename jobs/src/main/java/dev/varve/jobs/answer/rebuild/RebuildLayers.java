package dev.varve.jobs.answer.rebuild;

import dev.varve.content.rebuild.TriedEncoders;
import dev.varve.input.source.LayerPlaces;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.jobs.answer.restore.BlobInputs;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.store.registry.RegistryAccess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Table {@code layer_rebuild}: tries to reproduce the blobs of sampled layers, in tasks of the
 * engine.
 */
public final class RebuildLayers {
  /**
   * Prefix of the counts in the summary: {@code layers_exact} is the number of layers with outcome
   * exact.
   */
  private static final String COUNT_PREFIX = "layers_";

  private static final String VERB = "rebuild";
  private static final String TABLE = "layer_rebuild";

  private final RebuildSettings settings;
  private final ArchiveLimits limits;
  private final RegistryAccess access;

  /**
   * Layers are tried under these settings.
   *
   * @param limits limits of an archive
   * @param access how registries are reached
   */
  public RebuildLayers(RebuildSettings settings, ArchiveLimits limits, RegistryAccess access) {
    this.settings = settings;
    this.limits = limits;
    this.access = access;
  }

  /**
   * The layers to try, and where their blobs are located.
   *
   * @param layers number of layers; {@link #ALL} for all
   * @param seed for the random choice; equal seeds choose equal layers
   * @param inputs locations of blobs, as for verb restore; empty for all inputs ever ingested
   */
  public record Sample(int layers, String seed, List<String> inputs) {
    /** Number for all layers, as no warehouse has this many. */
    public static final int ALL = Integer.MAX_VALUE;
  }

  /**
   * Replaces the table. Field {@code counts} of the summary has the number of layers of each
   * outcome.
   *
   * @throws NoInputException when there is no warehouse, or an input that was named has no images
   */
  public RunSummary run(Runs runs, Sample sample, String location) throws IOException {
    return runs.executeOnExisting(
        VERB,
        Map.of(
            "sample",
            sample.layers() == Sample.ALL ? "all" : String.valueOf(sample.layers()),
            "seed",
            sample.seed(),
            "inputs",
            String.join(" ", sample.inputs())),
        location,
        run -> rebuild(run, sample));
  }

  private void rebuild(Run run, Sample sample) throws IOException {
    run.registerViews(List.of("layer", "run"));
    LayerPlaces places =
        BlobInputs.places(run.engine(), run.store(), sample.inputs(), limits, access);
    Query sampled =
        Query.of("rebuild", "sampled").with("sample", sample.layers()).with("seed", sample.seed());
    List<SampledLayer> layers =
        run.engine().all(sampled, SampledLayer.Known.class).stream()
            .map(layer -> SampledLayer.of(layer, places))
            .toList();
    long blobBytes = layers.stream().mapToLong(layer -> layer.layer().blobBytes()).sum();
    AtomicLong doneBytes = new AtomicLong();
    List<LayerRebuild.RebuildRow> rows;
    try (Reporter.Phase phase = run.phase("compressing layers again", blobBytes, doneBytes::get)) {
      rows = rebuilt(run, layers, doneBytes::addAndGet);
    }
    run.add(TABLE, LayerRebuild.RebuildRow.class, rows, "layer_digest");
    rows.forEach(row -> run.count(COUNT_PREFIX + row.outcome(), 1));
    run.addReadBytes(blobBytes);
  }

  private List<LayerRebuild.RebuildRow> rebuilt(
      Run run, List<SampledLayer> layers, Engine.Progress progress) throws IOException {
    TriedEncoders encoders = settings.encoders();
    // Copies, as tasks are serialized without this object.
    ArchiveLimits archiveLimits = limits;
    RegistryAccess registries = access;
    return run
        .engine()
        .tasks(
            SampledLayer.tasks(layers, settings.taskBytes(), run.engine().parallelism()),
            (task, context) ->
                LayerRebuild.rows(task, context, archiveLimits, registries, encoders),
            progress)
        .stream()
        .flatMap(List::stream)
        .toList();
  }
}
