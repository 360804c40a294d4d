package dev.varve.jobs.registry;

import dev.varve.codec.ArchiveLimits;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.run.RejectedBlob;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.model.ByteStore;
import dev.varve.source.Finding;
import dev.varve.source.ImageSources;
import dev.varve.source.SourceUnit;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/** Reads the manifests of all inputs on the engine: one wide row for each finding. */
final class ImageFindings {
  private static final int MOST_TASKS = 1000;
  static final WideRow WIDE =
      new WideRow(
          RowBinder.of("image", Tables.seen("image"), Finding.Image.class),
          RowBinder.of("image_tag", Tables.seen("image_tag"), Finding.ImageTag.class),
          Tables.rows("image_layer", Finding.ImageLayer.class),
          Tables.rows("artifact", Finding.Artifact.class),
          Tables.rows("manifest", Finding.Manifest.class),
          Tables.rows("manifest_reference", Finding.ManifestReference.class),
          RowBinder.of("repository_manifest", Finding.RepositoryManifest.class),
          Tables.rows("rejected_blob", RejectedBlob.class),
          RowBinder.of("place", Finding.LayerPlace.class));

  private ImageFindings() {}

  /** Reads the units, archives among them under limits; {@code runId} goes into the rejections. */
  static Dataset<Row> read(
      SparkSession spark, List<SourceUnit> units, ArchiveLimits limits, String runId) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<SerializableConfiguration> hadoop =
        context.broadcast(
            new SerializableConfiguration(spark.sparkContext().hadoopConfiguration()));
    int tasks = Math.max(1, Math.min(MOST_TASKS, units.size()));
    JavaRDD<SourceUnit> repositories =
        context
            .parallelize(units, tasks)
            .flatMap(unit -> ImageSources.split(store(hadoop), unit).iterator());
    // One namespace may hold most repositories, so the split units are distributed again.
    int dealt = units.size() == 1 && units.get(0).scope().isEmpty() ? 1 : tasks * 4;
    JavaRDD<Row> rows =
        repositories
            .repartition(Math.min(MOST_TASKS, dealt))
            .flatMap(
                unit ->
                    ImageSources.read(store(hadoop), unit, limits).stream()
                        .map(finding -> row(finding, runId))
                        .iterator());
    return spark.createDataFrame(rows, WIDE.schema());
  }

  private static ByteStore store(Broadcast<SerializableConfiguration> hadoop) {
    return new HadoopStore(hadoop.value().value());
  }

  private static Row row(Finding finding, String runId) {
    if (finding instanceof Finding.Rejected rejected) {
      return WIDE.row(
          new RejectedBlob(
              runId,
              rejected.source(),
              rejected.digest(),
              rejected.reason(),
              RejectedBlob.place(rejected.offset()),
              rejected.message()));
    }
    return WIDE.row((Record) finding);
  }
}
