package dev.varve.jobs.pull;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.table.Publication;
import dev.varve.model.Seed;
import dev.varve.request.KnownBlobs;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Tables {@code pull_*}: layers are placed on servers as files, and requests for them replayed by
 * every combination of the settings. A placement and a replay go through their rows in order, so
 * each is one task; different ones run at the same time, and requests are made while layers are
 * placed.
 *
 * <p>Memory of a task: of a placement, that of {@link dev.varve.slice.SlicePlacer}; of a replay,
 * that of {@link dev.varve.pull.PullReplay} and 8 to 16 bytes a pull for its percentiles.
 */
record SimulatePulls(PullSettings settings) implements Simulation.Job {
  private static final String LAYER = "layer";
  private static final String ARRIVED = "arrived_layer";

  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.runOnExisting("simulate pulls", Map.of(), location, this::run);
  }

  @Override
  public String summary(RunSummary run) {
    return String.format(
        Locale.ROOT, "%,d requests by %,d settings", run.count("requests"), run.count("settings"));
  }

  private void run(Run run) throws IOException {
    Publication publication = run.publication();
    publication
        .materialize("layers", run.select("simulate", "pull_arrival"))
        .createOrReplaceTempView(ARRIVED);
    Catalogue catalogue = new Catalogue(run);
    if (catalogue.layers() == 0) {
      throw NoInputException.noLayers(run.warehouse().location());
    }
    publication.add("pull_trace", trace(run, catalogue), "outcome");
    CompletableFuture<Dataset<Row>> placed =
        CompletableFuture.supplyAsync(() -> slices(run, catalogue.layers()));
    Map<LayerRange, Dataset<Row>> requests;
    try {
      requests = requests(run, catalogue);
    } finally {
      placed.handle((rows, fault) -> rows).join(); // Nothing is staged once the run has failed.
    }
    Dataset<Row> slices = placed.join();
    Dataset<Row> all = requests.values().stream().reduce(Dataset::union).orElseThrow();
    requests.values().iterator().next().createOrReplaceTempView("pull_asked");
    run.count("requests", all.count());
    publication.add("pull_storage", StorageModes.of(run, settings.storage()), "mode");
    try (WholeFiles whole = new WholeFiles(run.spark().conf())) {
      publication.addSorted("pull_slice", withDigests(run, slices));
      publication.add("pull_layer", run.spark().table(ARRIVED), 1, LAYER);
      publication.addSorted("pull_request", all.where(col("request").lt(settings.mostResults())));
      Dataset<Row> replayed =
          publication.materialize(
              "replays", new Replays(run, settings, catalogue, slices).rows(requests));
      publication.addSorted("pull_result", PullTables.REPLAYED.table(replayed, "pull_result"));
      publication.addSorted("pull_summary", PullTables.REPLAYED.table(replayed, "pull_summary"));
    }
  }

  /** Says what becomes of the entries of the trace, if there is one. */
  private List<Row> trace(Run run, Catalogue catalogue) throws IOException {
    if (settings.trace().isEmpty()) {
      return List.of();
    }
    List<PullTables.TraceRow> outcomes =
        PullRequestSource.outcomes(
            settings.trace(),
            catalogue.known(new int[0]),
            run.spark().sparkContext().hadoopConfiguration());
    run.note("entries of the trace: " + PullTables.TraceRow.line(outcomes));
    return outcomes.stream().map(PullTables.TRACE::row).toList();
  }

  /** Sends the digests to every task, 150 bytes a layer, so that rows stay in their order. */
  private static Dataset<Row> withDigests(Run run, Dataset<Row> rows) {
    Dataset<Row> digests = run.spark().table(ARRIVED).select(LAYER, "layer_digest");
    return rows.join(broadcast(digests), rows.col(LAYER).equalTo(digests.col(LAYER)), "left");
  }

  private Dataset<Row> slices(Run run, int layers) {
    run.note(String.format(Locale.ROOT, "placing the files of %,d layers", layers));
    Dataset<Row> contents =
        run.publication()
            .materialize(
                "contents",
                run.select("simulate", "pull_content")
                    .repartition(1)
                    .sortWithinPartitions(col(LAYER), col("bytes").desc(), col("key")));
    int shared = Math.toIntExact(contents.where(col("shared")).select("key").distinct().count());
    try (WholeFiles whole = new WholeFiles(run.spark().conf())) {
      return run.publication()
          .materialize(
              "slices",
              settings.servers().stream()
                  .map(servers -> placed(contents, servers, shared))
                  .reduce(Dataset::union)
                  .orElseThrow());
    }
  }

  private Dataset<Row> placed(Dataset<Row> contents, int servers, int shared) {
    PullSettings.Placing placing = settings.placing();
    Seed seed = settings.seed();
    return contents.mapPartitions(
        (MapPartitionsFunction<Row, Row>)
            rows ->
                new FoldRows<>(rows, new SliceRows(servers, placing.placer(servers, shared, seed))),
        Encoders.row(SliceRows.COLUMNS));
  }

  private Map<LayerRange, Dataset<Row>> requests(Run run, Catalogue catalogue) throws IOException {
    Map<LayerRange, Dataset<Row>> requests = new LinkedHashMap<>();
    for (LayerRange range : settings.ranges()) {
      int[] layers = catalogue.layers(range);
      PullRequestSource source =
          new PullRequestSource(
              settings.trace(),
              range,
              layers,
              catalogue.storedBytes(layers),
              settings.trace().isEmpty() ? KnownBlobs.NONE : catalogue.known(layers),
              settings.trace().isEmpty() ? catalogue.images(range) : List.of(),
              settings.requests(),
              settings.seed());
      if (source.isEmpty()) {
        run.note("no layer to pull has " + range.name() + ": left out");
      } else {
        run.note(String.format(Locale.ROOT, "requests for %,d layers", layers.length));
        requests.put(range, stored(run, source, requests.size()));
      }
    }
    if (requests.isEmpty()) {
      throw NoInputException.noLayers(run.warehouse().location());
    }
    return requests;
  }

  private static Dataset<Row> stored(Run run, PullRequestSource source, int number) {
    SerializableConfiguration hadoop =
        new SerializableConfiguration(run.spark().sparkContext().hadoopConfiguration());
    Dataset<Row> rows =
        run.spark()
            .range(0, 1, 1, 1)
            .mapPartitions(
                (MapPartitionsFunction<Long, Row>) ids -> source.rows(hadoop),
                Encoders.row(RequestRows.COLUMNS));
    return run.publication().materialize("requests-" + number, rows);
  }

  /**
   * While open, what was materialized in one partition is read as one, in its order, where the
   * engine would cut a large file for several tasks.
   */
  private record WholeFiles(RuntimeConfig conf) implements AutoCloseable {
    private static final Map<String, String> SETTINGS =
        Map.of(
            "spark.sql.files.maxPartitionBytes",
            String.valueOf(Long.MAX_VALUE >> 1),
            "spark.sql.files.minPartitionNum",
            "1");

    WholeFiles {
      SETTINGS.forEach(conf::set);
    }

    @Override
    public void close() {
      SETTINGS.keySet().forEach(conf::unset);
    }
  }
}
