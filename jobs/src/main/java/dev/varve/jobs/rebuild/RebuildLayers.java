package dev.varve.jobs.rebuild;

import dev.varve.jobs.restore.BlobInputs;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.rebuild.TriedEncoders;
import dev.varve.source.LayerPlaces;
import dev.varve.tar.ArchiveLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.SerializableConfiguration;

/** Table {@code layer_rebuild}: layers drawn from a seed, each tried in a task of the engine. */
public final class RebuildLayers {
  /** The count of the summary for layers with an outcome: {@code layers_exact} and its like. */
  private static final String COUNT = "layers_";

  private static final String VERB = "rebuild";
  private static final String TABLE = "layer_rebuild";

  private static final RowBinder<LayerRebuild.RebuildRow> ROWS =
      Tables.rows(TABLE, LayerRebuild.RebuildRow.class);

  private final RebuildSettings settings;
  private final ArchiveLimits limits;

  /**
   * @param limits what an archive may ask for
   */
  public RebuildLayers(RebuildSettings settings, ArchiveLimits limits) {
    this.settings = settings;
    this.limits = limits;
  }

  /**
   * Which layers, and where their blobs lie.
   *
   * @param layers how many; {@link #ALL} for all
   * @param seed from which they are drawn
   * @param inputs as of verb restore; empty for all places that were ever ingested
   */
  public record Sample(int layers, String seed, List<String> inputs) {
    /** More than there are. */
    public static final int ALL = Integer.MAX_VALUE;
  }

  /**
   * Replaces the table; {@code counts} of the summary has the layers of each outcome.
   *
   * @throws NoInputException when there is no warehouse, or an input that was named holds no images
   */
  public RunSummary run(Runs runs, Sample sample, String location) throws IOException {
    LayerPlaces places = BlobInputs.places(runs.spark(), location, sample.inputs(), limits);
    return runs.runOnExisting(
        VERB,
        Map.of(
            "sample",
            sample.layers() == Sample.ALL ? "all" : String.valueOf(sample.layers()),
            "seed",
            sample.seed(),
            "inputs",
            String.join(" ", sample.inputs())),
        location,
        run -> rebuild(run, sample, places));
  }

  private void rebuild(Run run, Sample sample, LayerPlaces places) throws IOException {
    Map<String, Object> drawn = Map.of("sample", sample.layers(), "seed", sample.seed());
    List<SampledLayer> layers =
        RowReader.all(run.select("rebuild", "sampled", drawn), SampledLayer.Known.class).stream()
            .map(layer -> SampledLayer.of(layer, places))
            .toList();
    if (layers.isEmpty()) {
      run.publication().add(TABLE, List.of());
      return;
    }
    long total = layers.stream().mapToLong(one -> one.layer().blobBytes()).sum();
    LongAccumulator done = run.spark().sparkContext().longAccumulator("tried bytes");
    Dataset<Row> rows;
    try (Reporter.Phase phase = run.phase("compressing layers again", total, done)) {
      rows =
          run.publication()
              .materialize(
                  "rebuilds", run.spark().createDataFrame(tried(run, layers, done), ROWS.schema()));
    }
    run.publication().add(TABLE, rows, 1, "layer_digest");
    count(run, rows);
    run.addReadBytes(total);
  }

  private record Outcome(String outcome, long layers) {}

  private static void count(Run run, Dataset<Row> rows) {
    Dataset<Row> outcomes = rows.groupBy("outcome").count().withColumnRenamed("count", "layers");
    RowReader.all(outcomes, Outcome.class)
        .forEach(one -> run.count(COUNT + one.outcome(), one.layers()));
  }

  private JavaRDD<Row> tried(Run run, List<SampledLayer> layers, LongAccumulator done) {
    Broadcast<SerializableConfiguration> hadoop =
        run.context()
            .broadcast(
                new SerializableConfiguration(run.spark().sparkContext().hadoopConfiguration()));
    List<List<SampledLayer>> tasks =
        SampledLayer.tasks(layers, settings.taskBytes(), run.context().defaultParallelism());
    TriedEncoders tried = settings.tried();
    ArchiveLimits most = limits;
    return run.context()
        .parallelize(tasks, tasks.size())
        .flatMap(
            task -> {
              LayerRebuild rebuild =
                  new LayerRebuild(new HadoopStore(hadoop.value().value()), most, tried);
              return task.stream().map(layer -> row(rebuild, layer, done)).iterator();
            });
  }

  private static Row row(LayerRebuild rebuild, SampledLayer layer, LongAccumulator done) {
    try {
      Row row = ROWS.row(rebuild.row(layer));
      done.add(layer.layer().blobBytes());
      return row;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
