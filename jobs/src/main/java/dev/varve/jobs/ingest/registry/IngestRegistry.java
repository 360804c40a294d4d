package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerReading;
import dev.varve.input.plan.LayerPlan;
import dev.varve.input.plan.LayerSequence;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.source.SourceUnit;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.ingest.ImageInputs;
import dev.varve.jobs.ingest.IngestSettings;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.registry.InputStore;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

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
    LayerReading reading = settings.reading();
    requireFingerprint(run, reading.fingerprint().name());
    run.note("reading manifests");
    Manifests manifests = new Manifests(run, reading.limits(), settings.access());
    List<Query> measuredLayers = settings.measuredLayers();
    manifests.read(units, !measuredLayers.isEmpty());
    LayersToRead layers = LayersToRead.of(run, measuredLayers);
    run.count("blobs_named", layers.named().layers());
    run.count("blobs_skipped", layers.named().layers() - layers.planned().layers());
    List<PlanFile.Wave> waves = plan(settings.choice().of(layers), run);
    layers.drop();
    readLayers(waves, settings.measurements(layers.named().bytes()), run);
    manifests.add(locations);
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

  private List<PlanFile.Wave> plan(LayerSequence layers, Run run) throws IOException {
    IngestSettings ingest = settings.ingest();
    long share = layers.bytes() / run.engine().parallelism() / TASKS_OF_A_PROCESSOR;
    long taskBytes = Math.min(ingest.taskBytes(), Math.max(share, MIN_TASK_BYTES));
    PlanFile file =
        new PlanFile(Locations.in(run.publication().folder(), "layer-plan"), run.store());
    try (file) {
      LayerPlan plan = new LayerPlan(taskBytes, ingest.taskBlobs(), ingest.publishBytes(), file);
      layers.each(layer -> add(plan, layer));
      plan.end();
    }
    return file.waves();
  }

  private static void add(LayerPlan plan, LayerCandidate layer) {
    try {
      plan.add(layer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readLayers(List<PlanFile.Wave> waves, List<LayerMeasurement> measurements, Run run)
      throws IOException {
    long totalBytes = waves.stream().mapToLong(PlanFile.Wave::bytes).sum();
    AtomicLong doneBytes = new AtomicLong();
    try (Reporter.Phase phase = run.phase("reading layers", totalBytes, doneBytes::get)) {
      for (PlanFile.Wave wave : waves) {
        publish(wave, measurements, run, doneBytes);
      }
    }
  }

  private void publish(
      PlanFile.Wave wave, List<LayerMeasurement> measurements, Run run, AtomicLong doneBytes)
      throws IOException {
    Publication publication = run.newWave();
    LayerTask task =
        new LayerTask(
            settings.reading(),
            measurements,
            settings.access(),
            run.id(),
            run.startedAt(),
            publication.folder().toString());
    List<LayerTask.Written> written = read(wave, task, run, doneBytes);
    add(written, measurements, run, publication);
    LayerTask.Sums sums =
        written.stream()
            .map(LayerTask.Written::sums)
            .reduce(LayerTask.Sums.NONE, LayerTask.Sums::plus);
    run.count("blobs_read", sums.layers());
    run.addReadBytes(sums.compressedBytes());
    run.count("archive_bytes", sums.archiveBytes());
    run.count("files", sums.files());
    run.count("blobs_rejected", wave.layers() - sums.layers());
    run.publish(publication);
  }

  /** The files that the tasks wrote, in the order of the layers; the largest tasks start first. */
  private static List<LayerTask.Written> read(
      PlanFile.Wave wave, LayerTask task, Run run, AtomicLong doneBytes) throws IOException {
    List<Integer> largestFirst =
        IntStream.range(0, wave.parts().size())
            .boxed()
            .sorted(Comparator.comparingLong(index -> -wave.parts().get(index).layerBytes()))
            .toList();
    List<PlanFile.Part> parts =
        largestFirst.stream().map(index -> wave.parts().get(index)).toList();
    List<LayerTask.Written> written = run.engine().tasks(parts, task, doneBytes::addAndGet);
    LayerTask.Written[] inOrder = new LayerTask.Written[written.size()];
    for (int index = 0; index < inOrder.length; index++) {
      inOrder[largestFirst.get(index)] = written.get(index);
    }
    return List.of(inOrder);
  }

  private void add(
      List<LayerTask.Written> written,
      List<LayerMeasurement> measurements,
      Run run,
      Publication publication)
      throws IOException {
    addWritten(RecipeRows.ENTRIES, written, publication);
    NewRows rows = new NewRows(run);
    for (LayerMeasurement measurement : measurements) {
      for (LayerTable table : measurement.tables()) {
        if (table.isCompared()) {
          makeView(table, written, rows);
          rows.add(publication, table.name(), table.order().toArray(String[]::new));
        } else {
          addWritten(table, written, publication);
        }
      }
    }
    addWritten(RecipeRows.PHASES, written, publication);
    addWritten(RecipeRows.LAYERS, written, publication);
    makeView(RecipeRows.REJECTIONS, written, rows);
    rows.addRejections(publication);
  }

  private static void makeView(LayerTable table, List<LayerTask.Written> written, NewRows rows)
      throws IOException {
    List<String> files =
        written.stream()
            .flatMap(task -> task.files(table.name()).stream())
            .map(RowFile.Written::path)
            .toList();
    rows.makeView(table.name(), table.type(), files);
  }

  private void addWritten(
      LayerTable table, List<LayerTask.Written> written, Publication publication)
      throws IOException {
    List<RowFile.Written> files =
        written.stream().flatMap(task -> task.files(table.name()).stream()).toList();
    publication.add(table.name(), files, settings.ingest().fileBytes());
  }
}
