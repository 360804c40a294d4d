package dev.varve.jobs.job;

import dev.varve.codec.ArchiveLimits;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.table.HadoopStore;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import dev.varve.source.ImageSources;
import dev.varve.source.SourceUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Registries into recipes: manifests first, then every layer that the warehouse does not hold yet,
 * in waves that are published one by one; images and tags last, when all their layers are there.
 */
public final class IngestRegistry {
  private final SparkSession spark;
  private final Settings settings;
  private final Reporter reporter;

  /** Reports progress and waiting to {@code reporter}. */
  public IngestRegistry(SparkSession spark, Settings settings, Reporter reporter) {
    this.spark = spark;
    this.settings = settings;
    this.reporter = reporter;
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
    RunRecord run =
        new RunRecord("ingest registry", settings, Map.of("inputs", String.join(" ", inputs)));
    try (WarehouseWriter writer =
        WarehouseWriter.open(
            warehouse,
            settings.lockWaitSeconds(),
            settings.lockStaleSeconds(),
            owner -> reporter.note("waiting for " + owner + ", which writes to this warehouse"))) {
      checkFingerprint(warehouse);
      writer.keepFingerprint(settings.fingerprint());
      reporter.note("reading manifests");
      Publication images = writer.publication(run.runId() + "-images");
      Dataset<Row> findings =
          images.aside("findings", ImageFindings.read(spark, units, run.runId()));
      List<LayerPlan.Wave> waves = plan(findings, warehouse, run);
      layers(waves, writer, run);
      addImages(images, findings, warehouse, run);
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
      Path path = new Path(input);
      String location = path.getFileSystem(hadoop).makeQualified(path).toString();
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

  private void checkFingerprint(Warehouse warehouse) throws IOException {
    String kept = warehouse.fingerprint().orElse(settings.fingerprint());
    if (!kept.equals(settings.fingerprint())) {
      throw new InvalidSettingsException(
          List.of(
              "the warehouse "
                  + warehouse.location()
                  + " holds "
                  + kept
                  + " fingerprints, not "
                  + settings.fingerprint()
                  + ": use a warehouse of its own for them, or --set ingest.fingerprint="
                  + kept));
    }
  }

  private List<LayerPlan.Wave> plan(Dataset<Row> findings, Warehouse warehouse, RunRecord run)
      throws IOException {
    ImageFindings.WIDE.table(findings, "place").createOrReplaceTempView("place");
    warehouse.table("layer").createOrReplaceTempView("layer");
    long named = spark.sql("SELECT count(DISTINCT layer_digest) FROM place").head().getLong(0);
    List<Row> rows = spark.sql(LayerPlan.QUERY).collectAsList();
    run.count("blobs_named", named);
    run.count("blobs_skipped", named - rows.size());
    return LayerPlan.waves(rows, settings);
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
            spark.createDataFrame(read(wave, run.runId(), readBytes), LayerRows.WIDE.schema()));
    Dataset<Row> rejected = LayerRows.WIDE.table(stream, "rejected_blob");
    Dataset<Row> attempts = LayerRows.WIDE.table(stream, "layer_recipe");
    Dataset<Row> recipes =
        attempts.join(
            rejected,
            attempts
                .col("layer_digest")
                .equalTo(rejected.col("digest"))
                .and(attempts.col("source").equalTo(rejected.col("source"))),
            "left_anti");
    int files = 1 + (int) (publication.asideBytes("layers") / settings.fileBytes());
    publication.add("layer_recipe", recipes, files, "layer_digest", "position");
    publication.add("layer_phase", LayerRows.WIDE.table(stream, "layer_phase"), 1, "layer_digest");
    Dataset<Row> layers = LayerRows.WIDE.table(stream, "layer");
    publication.add("layer", layers, 1, "layer_digest");
    if (run.reject(rejected)) {
      addRejected(publication, rejected, warehouse);
    }
    Row sums =
        layers
            .selectExpr(
                "count(*)",
                "coalesce(sum(compressed_bytes), 0)",
                "coalesce(sum(archive_bytes), 0)",
                "coalesce(sum(files), 0)")
            .head();
    run.count("blobs_read", sums.getLong(0));
    run.addReadBytes(sums.getLong(1));
    run.count("archive_bytes", sums.getLong(2));
    run.count("files", sums.getLong(3));
    run.count(
        "blobs_rejected", wave.tasks().stream().mapToLong(List::size).sum() - sums.getLong(0));
    run.addTo(publication, warehouse, spark, false);
    publication.commit();
  }

  private JavaRDD<Row> read(LayerPlan.Wave wave, String runId, LongAccumulator readBytes) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<SerializableConfiguration> hadoop =
        context.broadcast(
            new SerializableConfiguration(spark.sparkContext().hadoopConfiguration()));
    String fingerprint = settings.fingerprint();
    ArchiveLimits limits = settings.limits();
    return context
        .parallelize(wave.tasks(), wave.tasks().size())
        .flatMap(
            candidates -> {
              LayerRows rows =
                  new LayerRows(
                      new HadoopStore(hadoop.value().value()),
                      candidates,
                      runId,
                      fingerprint,
                      limits,
                      readBytes);
              TaskContext.get()
                  .addTaskCompletionListener(
                      (TaskCompletionListener)
                          done -> {
                            try {
                              rows.close();
                            } catch (IOException e) {
                              throw new UncheckedIOException(e);
                            }
                          });
              return rows;
            });
  }

  /** Images that are new, tags as they are now, and what could not be read of the manifests. */
  private void addImages(
      Publication images, Dataset<Row> findings, Warehouse warehouse, RunRecord run)
      throws IOException {
    for (String table : List.of("image_layer", "artifact", "image")) {
      ImageFindings.WIDE.table(findings, table).createOrReplaceTempView("found_" + table);
    }
    for (String table : List.of("image", "image_layer", "image_tag", "artifact")) {
      warehouse.table(table).createOrReplaceTempView(table);
    }
    ImageFindings.WIDE.table(findings, "image_tag").distinct().createOrReplaceTempView("found_tag");
    Dataset<Row> rejected = ImageFindings.WIDE.table(findings, "rejected_blob");
    if (run.reject(rejected)) {
      addRejected(images, rejected, warehouse);
    }
    images.add(
        "artifact",
        spark.sql(
            "SELECT DISTINCT * FROM found_artifact f LEFT ANTI JOIN artifact a"
                + " ON f.manifest_digest = a.manifest_digest AND f.digest = a.digest"),
        1,
        "manifest_digest",
        "digest");
    images.add(
        "image_layer",
        spark.sql(
            """
            SELECT image_digest, depth, max(layer_digest) AS layer_digest,
                   max(created_by) AS created_by, max(media_type) AS media_type,
                   max(compressed_bytes) AS compressed_bytes, max(diff_id) AS diff_id
            FROM found_image_layer LEFT ANTI JOIN image USING (image_digest)
            GROUP BY image_digest, depth
            """),
        1,
        "image_digest",
        "depth");
    // An input may lack the config that another one holds: what is known of an image counts.
    images.add(
        "image",
        spark.sql(
            """
            SELECT image_digest, max(os) AS os, max(architecture) AS architecture,
                   max(created_at) AS created_at, max(layers) AS layers,
                   max(compressed_bytes) AS compressed_bytes, max(config_digest) AS config_digest
            FROM found_image LEFT ANTI JOIN image USING (image_digest)
            GROUP BY image_digest
            """),
        1,
        "image_digest");
    Dataset<Row> tags =
        spark.sql(
            """
            SELECT repository, tag, image_digest FROM image_tag old
            WHERE NOT EXISTS (SELECT 1 FROM found_tag new
                              WHERE new.repository = old.repository AND new.tag = old.tag)
            UNION SELECT repository, tag, image_digest FROM found_tag
            """);
    images.add("image_tag", tags, 1, "repository", "tag", "image_digest");
    run.count(
        "images",
        spark.sql("SELECT count(DISTINCT image_digest) FROM found_image").head().getLong(0));
  }

  private void addRejected(Publication publication, Dataset<Row> rejected, Warehouse warehouse)
      throws IOException {
    warehouse.table("rejected_blob").createOrReplaceTempView("rejected_before");
    rejected.createOrReplaceTempView("rejected_now");
    publication.add(
        "rejected_blob",
        spark.sql(
            """
            SELECT DISTINCT * FROM rejected_now n LEFT ANTI JOIN rejected_before b
            ON n.source = b.source AND n.digest <=> b.digest AND n.reason = b.reason
               AND n.offset <=> b.offset AND n.message = b.message
            """),
        1,
        "source",
        "digest");
  }
}
