package dev.varve.jobs.startup;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Tables {@code image_squash} and {@code startup_*}: images are squashed, and the accesses of
 * starts matched with them. Each step goes through a view of the session. Tasks hold the links of
 * one image, and a file's ranges one at a time.
 */
record SimulateStartup(StartupSettings settings) implements Simulation.Job {
  private static final String IMAGE = "image_digest";

  @Override
  public RunSummary run(Runs runs, String location) throws IOException {
    return runs.runOnExisting("simulate startup", Map.of(), location, this::run);
  }

  @Override
  public String summary(RunSummary run) {
    return String.format(
        Locale.ROOT,
        "%,d starts of %,d images: %,d accesses, %,d of them dropped",
        run.count("startup_result"),
        run.count("squashed_images"),
        run.count("accesses"),
        run.count("startup_drop"));
  }

  private void run(Run run) throws IOException {
    List<AccessRows.ListFile> files =
        AccessRows.files(settings, run.spark().sparkContext().hadoopConfiguration());
    Publication publication = run.publication();
    publication.add("image_category", CategoryRows.of(run, settings.categories()), IMAGE);
    long images = new SquashedImages(run).show();
    if (images == 0) {
      throw NoInputException.noLayers(run.warehouse().location());
    }
    run.count("squashed_images", images);
    Dataset<Row> squashes = show(run, "image_squashes", run.select("simulate", "image_squash"));
    publication.add("image_squash", squashes, 1, IMAGE, "depth");
    boolean anyAccess = match(run, files);
    if (anyAccess && run.spark().table("matched").isEmpty()) {
      throw NoInputException.noStarts(firstDrop(run));
    }
    publication.add("startup_list", run.select("simulate", "startup_list"), 1, "list");
    publication.add("startup_drop", run.spark().table("dropped"), 1, "list", "line");
    publication.add(
        "startup_file",
        run.select("simulate", "startup_file"),
        1,
        IMAGE,
        "run",
        "depth",
        "position");
    Dataset<Row> results = show(run, "startup_results", run.select("simulate", "startup_result"));
    publication.add("startup_result", results, 1, IMAGE, "run");
    publication.add("startup_pull", fetches(run), 1, IMAGE, "run", "mode", "block_bytes");
  }

  /**
   * Makes the views of accesses, from what the lists say to what is needed of each file.
   *
   * @return whether the lists say anything
   */
  private boolean match(Run run, List<AccessRows.ListFile> files) {
    Dataset<Row> listed = show(run, "listed", listed(run, files));
    long accesses = listed.count();
    run.count("accesses", accesses);
    show(run, "named", run.select("simulate", "startup_named"));
    Dataset<Row> resolving = run.select("simulate", "startup_resolving");
    StructType steps = resolving.schema();
    int mostLinks = settings.mostLinks();
    show(
        run,
        "resolved",
        resolving
            .repartition(col("image"))
            .sortWithinPartitions("image", "place")
            .mapPartitions(
                (MapPartitionsFunction<Row, Row>)
                    rows -> new FoldRows<>(rows, new LinkRows(steps, mostLinks)),
                Encoders.row(LinkRows.COLUMNS)));
    show(run, "matched", run.select("simulate", "startup_matched"));
    show(run, "dropped", run.select("simulate", "startup_drop"));
    Dataset<Row> ranges = run.select("simulate", "startup_range");
    StructType columns = ranges.schema();
    List<Long> sizes = new ArrayList<>(settings.blockSizes());
    show(
        run,
        "needed",
        ranges
            .repartition(col("image"), col("run"))
            .sortWithinPartitions("image", "run", "content_depth", "content_position", "offset")
            .mapPartitions(
                (MapPartitionsFunction<Row, Row>)
                    rows -> new FoldRows<>(rows, new NeededRows(columns, sizes)),
                Encoders.row(NeededRows.COLUMNS)));
    return accesses > 0;
  }

  private static String firstDrop(Run run) {
    return run.spark().table("dropped").orderBy("list", "line").limit(1).collectAsList().stream()
        .map(
            row ->
                "%s, line %d%s: %s"
                    .formatted(
                        row.<String>getAs("list"),
                        row.<Long>getAs("line"),
                        row.getAs("image") == null ? "" : ", image " + row.getAs("image"),
                        row.<String>getAs("message")))
        .findFirst()
        .orElseThrow();
  }

  private static Dataset<Row> listed(Run run, List<AccessRows.ListFile> files) {
    List<String> locations = files.stream().map(AccessRows.ListFile::list).distinct().toList();
    run.spark()
        .createDataset(locations, Encoders.STRING())
        .toDF("list")
        .createOrReplaceTempView("source");
    SerializableConfiguration hadoop =
        new SerializableConfiguration(run.spark().sparkContext().hadoopConfiguration());
    List<AccessRows.ListFile> carried = new ArrayList<>(files);
    List<Integer> numbers = IntStream.range(0, files.size()).boxed().toList();
    return run.spark()
        .createDataset(numbers, Encoders.INT())
        .repartition(Math.max(1, files.size()))
        .flatMap(
            (FlatMapFunction<Integer, Row>) number -> AccessRows.of(carried.get(number), hadoop),
            Encoders.row(AccessRows.COLUMNS));
  }

  private Dataset<Row> fetches(Run run) {
    return FetchRows.of(
        run.select("simulate", "startup_fetch", Map.of("sizes", settings.blockSizes().size())),
        settings);
  }

  private static Dataset<Row> show(Run run, String view, Dataset<Row> rows) {
    Dataset<Row> stored = run.publication().materialize(view, rows);
    stored.createOrReplaceTempView(view);
    return stored;
  }
}
