package dev.varve.jobs.registry;

import dev.varve.codec.PullCodec;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.found.FoundRows;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.TaskEnd;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Warehouse;
import dev.varve.recipe.LayerReading;
import dev.varve.source.ImageSources;
import dev.varve.source.LayerCandidate;
import dev.varve.source.LayerPlan;
import dev.varve.source.SourceUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Ingests registries into recipes: manifests first, then every layer that the warehouse does not
 * hold yet, or not measured as asked, in waves that are published one by one; images and tags last,
 * after all their layers.
 */
public final class IngestRegistry {
  private static final String VERB = "ingest registry";

  /** Tables that what a wave found is compared with. */
  private static final List<String> KNOWN =
      List.of("layer", "layer_pull", "file_recipe", "content_sample", "rejected_blob");

  private final RegistrySettings settings;
  private LayerReading reading;

  /** Measures pulls with these codecs, if any. */
  public IngestRegistry(RegistrySettings settings, List<PullCodec> pullCodecs) {
    this.settings = settings.measuring(pullCodecs);
    this.reading = this.settings.reading();
  }

  /**
   * Reads the inputs into the warehouse.
   *
   * @throws NoInputException when an input holds nothing that can be read
   * @throws InvalidSettingsException when the warehouse has a different fingerprint
   */
  public RunSummary run(Runs runs, List<String> inputs, String location) throws IOException {
    Configuration hadoop = runs.hadoop(inputs);
    List<String> locations = new ArrayList<>();
    for (String input : inputs) {
      locations.add(Locations.of(input, hadoop).toString());
    }
    FoundRows.loadAhead();
    List<SourceUnit> units = units(hadoop, inputs);
    // Verb restore finds the blobs again by their locations, wherever it is started.
    return runs.run(
        VERB,
        Map.of("inputs", String.join(" ", inputs), "locations", String.join("\n", locations)),
        location,
        run -> ingest(units, run));
  }

  private static List<SourceUnit> units(Configuration hadoop, List<String> inputs)
      throws IOException {
    List<SourceUnit> units = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    List<String> without = new ArrayList<>();
    HadoopStore store = new HadoopStore(hadoop);
    for (String input : inputs) {
      String location = Locations.of(input, hadoop).toString();
      List<SourceUnit> found = ImageSources.units(store, location);
      if (found.isEmpty()) {
        (store.find(location).isEmpty() ? absent : without).add(input);
      }
      units.addAll(found);
    }
    if (!absent.isEmpty() || !without.isEmpty()) {
      throw NoInputException.noImages(absent, without);
    }
    return units.stream().distinct().toList();
  }

  private void ingest(List<SourceUnit> units, Run run) throws IOException {
    keepFingerprint(run);
    run.note("reading manifests");
    StagedStream findings = new ImageFindings(run, reading.limits()).read(run.publication(), units);
    layers(plan(findings, run), run);
    try (FoundRows found = FoundRows.open(run, findings, FoundImages.TABLES, 1)) {
      new FoundImages(found).add(run.publication(), findings);
    }
  }

  private void keepFingerprint(Run run) throws IOException {
    String asked = reading.fingerprint().name();
    Warehouse warehouse = run.warehouse();
    String kept = warehouse.fingerprint().orElse("");
    if (kept.isEmpty()) {
      run.writer().keepFingerprint(asked);
    } else if (!kept.equals(asked)) {
      throw new InvalidSettingsException(
          List.of(
              "the warehouse %s holds %s fingerprints, not %s: use a warehouse of its own for them, or --set ingest.fingerprint=%s"
                  .formatted(warehouse.location(), kept, asked, kept)));
    }
  }

  private List<LayerPlan.Wave> plan(StagedStream findings, Run run) throws IOException {
    try (FoundRows found = FoundRows.open(run, findings, HeldLayers.TABLES, 1)) {
      found.show(findings, "place");
      new HeldLayers(found, reading.pullCodecs()).show();
      Named named = found.one("named_layers", Named.class);
      List<LayerCandidate> layers = PlannedPlace.candidates(found);
      run.count("blobs_named", named.layers());
      run.count("blobs_skipped", named.layers() - layers.size());
      reading = settings.reading(named.bytes());
      return new LayerPlan(settings.taskBytes(), settings.taskBlobs(), settings.publishBytes())
          .waves(settings.choice().of(layers));
    }
  }

  /** A row of {@code schemas/ingest/named_layers.sql}. */
  private record Named(long layers, long bytes) {}

  private void layers(List<LayerPlan.Wave> waves, Run run) throws IOException {
    long total = waves.stream().mapToLong(LayerPlan.Wave::bytes).sum();
    LongAccumulator readBytes = run.spark().sparkContext().longAccumulator(Run.READ_BYTES);
    try (Reporter.Phase phase = run.phase("reading layers", total, readBytes)) {
      for (LayerPlan.Wave wave : waves) {
        publish(wave, run, readBytes);
      }
    }
  }

  private void publish(LayerPlan.Wave wave, Run run, LongAccumulator readBytes) throws IOException {
    Publication publication = run.wave();
    run.fit(wave.bytes());
    StagedStream stream =
        publication.stream("layers", LayerTables.WIDE, read(wave, run, readBytes));
    int files = 1 + (int) (stream.bytes() / settings.fileBytes());
    try (FoundRows found = FoundRows.open(run, stream, KNOWN, files)) {
      add(stream, found, files, publication);
      found.addRejections(publication, stream);
      found.show(stream, "layer");
      found.one("layer_sums", LayerSums.class).count(run, wave.layers());
    }
    run.publish(publication);
  }

  private void add(StagedStream stream, FoundRows found, int files, Publication publication)
      throws IOException {
    found.show(stream, "rejected_blob");
    HeldLayers held = new HeldLayers(found, reading.pullCodecs());
    for (String table : List.of("layer_recipe", "layer_framing", "layer_phase", "layer")) {
      held.showOthers(stream, table);
    }
    List<Publication.Rows> additions = new ArrayList<>();
    additions.add(found.addition("layer_recipe", files, "layer_digest", "position"));
    if (reading.framingBytes() > 0) {
      additions.add(found.addition("layer_framing", files, "layer_digest", "position"));
    }
    if (reading.cutting().cuts()) {
      additions.add(fresh(stream, found, "file_recipe", files, "chunker", "fingerprint", "piece"));
    }
    if (reading.cutting().sampling().samples()) {
      additions.add(
          fresh(stream, found, "content_sample", 1, "chunker", "codec", "fingerprint", "offset"));
    }
    additions.add(found.addition("layer_phase", 1, "layer_digest"));
    if (!reading.pullCodecs().isEmpty()) {
      additions.add(fresh(stream, found, "layer_pull", 1, "layer_digest", "codec"));
    }
    additions.add(found.addition("layer", 1, "layer_digest"));
    publication.addAll(additions);
  }

  /** What has no rows yet, once, whichever layers hold it. */
  private static Publication.Rows fresh(
      StagedStream stream, FoundRows found, String table, int files, String... order)
      throws IOException {
    found.show(stream, table);
    found.showPublished(table);
    return found.addition(table, files, order);
  }

  private JavaRDD<Row> read(LayerPlan.Wave wave, Run run, LongAccumulator readBytes) {
    Broadcast<SerializableConfiguration> hadoop =
        run.context()
            .broadcast(
                new SerializableConfiguration(run.spark().sparkContext().hadoopConfiguration()));
    LayerReading how = reading;
    String runId = run.id();
    return run.context()
        .parallelize(wave.tasks(), wave.tasks().size())
        .flatMap(
            candidates -> {
              HadoopStore store = new HadoopStore(hadoop.value().value());
              return TaskEnd.closes(new LayerRows(store, candidates, runId, how, readBytes));
            });
  }
}
