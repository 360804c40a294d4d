package dev.varve.jobs.twin;

import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.run.Run;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * Tables {@code layer_twin} and {@code layer_duplicate}: sums of all layers' entries find those
 * that are equal in something; of the others signatures find pairs that may be near, which are
 * compared content by content. No step compares all pairs, and none holds a layer in memory.
 */
public final class LayerTwins {
  /** The count of the summary for pairs that full buckets left out. */
  public static final String LEFT_OUT = "pairs_left_out";

  private static final String LAYER = "layer_digest";

  private final TwinSettings settings;
  private final Run run;
  private final TwinSteps steps;

  private LayerTwins(TwinSettings settings, Run run, TwinSteps steps) {
    this.settings = settings;
    this.run = run;
    this.steps = steps;
  }

  /**
   * By Spark, of any number of layers.
   *
   * @param parts ranges of fingerprints, or of buckets, that are sorted independently
   */
  public static LayerTwins bySpark(TwinSettings settings, Run run, int parts) {
    return new LayerTwins(settings, run, new SparkTwins(settings, run, parts));
  }

  /** By DuckDB and on one thread, of few rows. */
  public static LayerTwins byDuckDb(TwinSettings settings, DuckRun duck) {
    return new LayerTwins(settings, duck.run(), new DuckTwins(settings, duck));
  }

  /** Stages both tables. */
  public void add() throws IOException {
    steps.sums();
    steps.select("exact", Map.of());
    steps.select("content", Map.of());
    steps.select("size", Map.of());
    run.count(LEFT_OUT, steps.pairs());
    steps.select("candidate", Map.of("candidates", settings.candidates()));
    steps.select("near", Map.of("similarity", settings.similarity()));
    steps.select("placed", Map.of());
    run.publication()
        .addAll(
            List.of(
                steps.rows("layer_twin", LAYER), steps.rows("layer_duplicate", LAYER, "cause")));
  }

  /** Stages table {@code path_convention}. */
  public static void addConventions(Run run, TwinSettings settings) throws IOException {
    List<TwinSettings.Convention> all = settings.conventions();
    List<Row> rows =
        IntStream.range(0, all.size())
            .mapToObj(
                place ->
                    TwinRows.CONVENTIONS.row(
                        new TwinRows.ConventionRow(
                            place, all.get(place).name(), all.get(place).pattern())))
            .toList();
    run.publication().add("path_convention", rows, "position");
  }
}
