package dev.varve.jobs.registry;

import dev.varve.codec.PullCodec;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoundRows;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Reporter;
import dev.varve.jobs.run.RunRecord;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.TaskEnd;
import dev.varve.jobs.run.Writing;
import dev.varve.jobs.table.HadoopStore;
import dev.varve.jobs.table.Locations;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
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
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Registries into recipes: manifests first, then every layer that the warehouse does not hold yet,
 * in waves that are published one by one; images and tags last, when all their layers are there.
 */
public final class IngestRegistry {
  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;
  private final LayerReading reading;

  /** Reports progress and waiting to {@code reporter}. */
  public IngestRegistry(SparkSession spark, Settings settings, Reporter reporter) {
    this(spark, settings, reporter, List.of());
  }

  /** The same, with the pull side measured by these codecs. */
  public IngestRegistry(
      SparkSession spark, Settings settings, Reporter reporter, List<PullCodec> pullCodecs) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
    this.reading = settings.reading().measuring(pullCodecs);
  }

  /**
   * Reads the inputs into the warehouse.
   *
   * @throws NoInputException when an input holds nothing that can be read
   * @throws InvalidSettingsException when the warehouse has another fingerprint
   */
  public RunSummary run(List<String> inputs, String location) throws IOException {
    List<SourceUnit> units = units(inputs);
    Warehouse warehouse = new Warehouse(spark, location);
    try (WarehouseWriter writer = Writing.to(warehouse, settings, reporter)) {
      RunRecord run =
          new RunRecord("ingest registry", settings, Map.of("inputs", String.join(" ", inputs)));
      keepFingerprint(writer);
      reporter.note("reading manifests");
      Publication images = writer.publication(run.runId() + "-images");
      Dataset<Row> findings =
          images.aside("findings", ImageFindings.read(spark, units, run.runId()));
      List<LayerPlan.Wave> waves = plan(findings, warehouse, run);
      layers(waves, writer, run);
      FoundRows found = new FoundRows(spark, warehouse);
      found.addRejections(images, ImageFindings.WIDE, findings, run);
      new FoundImages(found).add(images, findings, run);
      images.addMissing(
          "rejected_blob", "artifact", "layer_pull", "image_layer", "image", "image_tag");
      run.addTo(images, warehouse, spark, true);
      images.commit();
      return RunSummary.of(run);
    }
  }

  private List<SourceUnit> units(List<String> inputs) throws IOException {
    Configuration hadoop = spark.sparkContext().hadoopConfiguration();
    List<SourceUnit> units = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String input : inputs) {
      String location = Locations.of(input, hadoop).toString();
      List<SourceUnit> found = ImageSources.units(new HadoopStore(hadoop), location);
      if (found.isEmpty()) {
        missing.add(input);
      }
      units.addAll(found);
    }
    if (!missing.isEmpty()) {
      throw NoInputException.noImages(missing);
    }
    return units.stream().distinct().toList();
  }

  private void keepFingerprint(WarehouseWriter writer) throws IOException {
    String asked = settings.fingerprint();
    String kept = writer.warehouse().fingerprint().orElse("");
    if (kept.isEmpty()) {
      writer.keepFingerprint(asked);
    } else if (!kept.equals(asked)) {
      throw new InvalidSettingsException(
          List.of(
              "the warehouse "
                  + writer.warehouse().location()
                  + " holds "
                  + kept
                  + " fingerprints, not "
                  + asked
                  + ": use a warehouse of its own for them, or --set ingest.fingerprint="
                  + kept));
    }
  }

  private List<LayerPlan.Wave> plan(Dataset<Row> findings, Warehouse warehouse, RunRecord run)
      throws IOException {
    FoundRows found = new FoundRows(spark, warehouse);
    found.show(ImageFindings.WIDE, findings, "place");
    warehouse.table("layer").createOrReplaceTempView("layer");
    long named = spark.table("found_place").select("layer_digest").distinct().count();
    List<LayerCandidate> layers = RowReader.all(found.select("layer_plan"), LayerCandidate.class);
    run.count("blobs_named", named);
    run.count("blobs_skipped", named - layers.size());
    return new LayerPlan(settings.taskBytes(), settings.taskBlobs(), settings.publishBytes())
        .waves(layers);
  }

  private void layers(List<LayerPlan.Wave> waves, WarehouseWriter writer, RunRecord run)
      throws IOException {
    long total = waves.stream().mapToLong(LayerPlan.Wave::bytes).sum();
    LongAccumulator readBytes = spark.sparkContext().longAccumulator("read bytes");
    try (Reporter.Phase phase = reporter.phase(spark, "reading layers", total, readBytes)) {
      for (int number = 0; number < waves.size(); number++) {
        String name = String.format("%s-%04d", run.runId(), number);
        wave(waves.get(number), writer.publication(name), writer.warehouse(), run, readBytes);
      }
    }
  }

  private void wave(
      LayerPlan.Wave wave,
      Publication publication,
      Warehouse warehouse,
      RunRecord run,
      LongAccumulator readBytes)
      throws IOException {
    Dataset<Row> stream =
        publication.aside(
            "layers",
            spark.createDataFrame(read(wave, run.runId(), readBytes), LayerTables.WIDE.schema()));
    FoundRows found = new FoundRows(spark, warehouse);
    found.show(LayerTables.WIDE, stream, "rejected_blob");
    found.show(LayerTables.WIDE, stream, "layer_recipe");
    int files = 1 + (int) (publication.asideBytes("layers") / settings.fileBytes());
    found.add(publication, "layer_recipe", files, "layer_digest", "position");
    publication.add(
        "layer_phase", LayerTables.WIDE.table(stream, "layer_phase"), 1, "layer_digest");
    if (!reading.pullCodecs().isEmpty()) {
      Dataset<Row> pulls = LayerTables.WIDE.table(stream, "layer_pull");
      publication.add("layer_pull", pulls, 1, "layer_digest", "codec");
    }
    Dataset<Row> layers = LayerTables.WIDE.table(stream, "layer");
    publication.add("layer", layers, 1, "layer_digest");
    found.addRejections(publication, LayerTables.WIDE, stream, run);
    LayerSums sums =
        RowReader.first(
            layers.selectExpr(
                "count(*) AS layers",
                "coalesce(sum(compressed_bytes), 0) AS compressed_bytes",
                "coalesce(sum(archive_bytes), 0) AS archive_bytes",
                "coalesce(sum(files), 0) AS files"),
            LayerSums.class);
    run.count("blobs_read", sums.layers());
    run.addReadBytes(sums.compressedBytes());
    run.count("archive_bytes", sums.archiveBytes());
    run.count("files", sums.files());
    run.count("blobs_rejected", wave.layers() - sums.layers());
    run.addTo(publication, warehouse, spark, false);
    publication.commit();
  }

  /** Of the layers of a wave that were read. */
  private record LayerSums(long layers, long compressedBytes, long archiveBytes, long files) {}

  private JavaRDD<Row> read(LayerPlan.Wave wave, String runId, LongAccumulator readBytes) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<SerializableConfiguration> hadoop =
        context.broadcast(
            new SerializableConfiguration(spark.sparkContext().hadoopConfiguration()));
    LayerReading how = reading;
    return context
        .parallelize(wave.tasks(), wave.tasks().size())
        .flatMap(
            candidates -> {
              HadoopStore store = new HadoopStore(hadoop.value().value());
              return TaskEnd.closes(new LayerRows(store, candidates, runId, how, readBytes));
            });
  }
}
