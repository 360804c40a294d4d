package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerReading;
import dev.varve.input.plan.LayerChoice;
import dev.varve.input.plan.LayerPlan;
import dev.varve.input.plan.LayerSequence;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.source.SourceUnit;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.ImageInputs;
import dev.varve.jobs.ingest.IngestSettings;
import dev.varve.jobs.ingest.Waves;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.registry.InputStore;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Ingests registries into recipes. Manifests come first, then every layer that the warehouse lacks,
 * or has not measured as requested, in waves that are published one by one. Images and tags come
 * last, after all their layers.
 */
public final class IngestRegistry {
  private static final String VERB = "ingest registry";

  /**
   * Tasks per processor in a small wave: more tasks only cost time, with fewer some processors
   * would idle.
   */
  private static final int TASKS_OF_A_PROCESSOR = 4;

  private static final long MIN_TASK_BYTES = 1 << 20;

  private final RegistrySettings settings;

  public IngestRegistry(RegistrySettings settings) {
    this.settings = settings;
  }

  /**
   * Reads the inputs into the warehouse.
   *
   * @throws NoInputException when an input has nothing that can be read
   * @throws InvalidSettingsException when the warehouse has a different fingerprint, or an input is
   *     no name in a registry
   */
  public RunSummary run(Runs runs, List<String> inputs, String location) throws IOException {
    runs.beginUnread(LayerWave.UNIT);
    InputStore store = settings.access().store(runs.store());
    List<String> locations = new ArrayList<>();
    for (String input : inputs) {
      locations.add(store.location(input));
    }
    List<SourceUnit> units = ImageInputs.units(store, inputs);
    // Full locations are stored, so that verb restore finds the blobs from any working folder.
    return runs.execute(
        VERB,
        Map.of("inputs", String.join(" ", inputs), "locations", String.join("\n", locations)),
        location,
        run -> ingest(units, locations, run));
  }

  private void ingest(List<SourceUnit> units, List<String> locations, Run run) throws IOException {
    run.reads(locations);
    LayerReading reading = settings.reading();
    requireFingerprint(run, reading.fingerprint().name());
    run.note("reading manifests");
    Manifests manifests = new Manifests(run, reading.limits(), settings.access());
    List<Query> measuredLayers = settings.measuredLayers();
    manifests.read(units, !measuredLayers.isEmpty());
    LayersToRead layers = LayersToRead.of(run, measuredLayers);
    run.count("blobs_named", layers.named().layers());
    run.count("blobs_skipped", layers.named().layers() - layers.planned().layers());
    List<PlanFile.Part> parts = plan(settings.choice().of(layers), run);
    layers.drop();
    long number = parts.stream().mapToLong(PlanFile.Part::layers).sum();
    long bytes = parts.stream().mapToLong(PlanFile.Part::layerBytes).sum();
    List<LayerMeasurement> measurements = settings.measurements(layers.named().bytes());
    forecast(parts, measurements, run);
    LayerWave wave = new LayerWave(settings, measurements, run);
    new Waves<>(run, settings.ingest(), PlanFile.Part::layerBytes, wave)
        .read("reading layers", parts, new Kept(LayerWave.UNIT, number, bytes));
    manifests.add(locations);
  }

  /** Says how long the layers take, where measurements make an ingest take longer than usual. */
  private void forecast(List<PlanFile.Part> parts, List<LayerMeasurement> measurements, Run run)
      throws IOException {
    CostTrial trial = new CostTrial(settings.reading(), measurements, settings.access());
    if (trial.isDue() && !parts.isEmpty() && settings.choice() == LayerChoice.ALL) {
      run.forecast(trial.seconds(parts, run.store(), run.engine().parallelism()));
    }
  }

  private static void requireFingerprint(Run run, String requested) throws IOException {
    WarehouseFiles warehouse = run.warehouse();
    String stored = warehouse.fingerprint().orElse("");
    if (stored.isEmpty()) {
      run.writer().keepFingerprint(requested);
    } else if (!stored.equals(requested)) {
      throw new InvalidSettingsException(
          List.of(
              "the warehouse %s stores %s fingerprints, not %s: use a warehouse of its own for them, or --set ingest.fingerprint=%s"
                  .formatted(warehouse.location(), stored, requested, stored)));
    }
  }

  private List<PlanFile.Part> plan(LayerSequence layers, Run run) throws IOException {
    IngestSettings ingest = settings.ingest();
    long share = layers.bytes() / run.engine().parallelism() / TASKS_OF_A_PROCESSOR;
    long taskBytes = Math.min(ingest.taskBytes(), Math.max(share, MIN_TASK_BYTES));
    PlanFile file =
        new PlanFile(Locations.in(run.publication().folder(), "layer-plan"), run.store());
    try (file) {
      LayerPlan plan = new LayerPlan(taskBytes, ingest.taskBlobs(), file);
      layers.each(layer -> add(plan, layer));
      plan.end();
    }
    return file.parts();
  }

  private static void add(LayerPlan plan, LayerCandidate layer) {
    try {
      plan.add(layer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
