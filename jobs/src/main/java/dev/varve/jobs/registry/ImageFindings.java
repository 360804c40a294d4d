package dev.varve.jobs.registry;

import dev.varve.jobs.table.HadoopStore;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.WideRow;
import dev.varve.model.ByteStore;
import dev.varve.source.Finding;
import dev.varve.source.ImageSources;
import dev.varve.source.SourceUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/** What the manifests of all inputs say, read on the engine: one wide row a finding. */
final class ImageFindings {
  private static final int MOST_TASKS = 1000;
  private static final StructType PLACE =
      StructType.fromDDL(
          "layer_digest STRING, digest_of STRING, location STRING, offset BIGINT, bytes BIGINT,"
              + " declared_bytes BIGINT, diff_id STRING, media_type STRING");

  static final WideRow WIDE =
      new WideRow(
          List.of("image", "image_tag", "image_layer", "artifact", "rejected_blob", "place"),
          schemas());

  private ImageFindings() {}

  /** Reads the units; {@code runId} goes into the rejections. */
  static Dataset<Row> read(SparkSession spark, List<SourceUnit> units, String runId) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<SerializableConfiguration> hadoop =
        context.broadcast(
            new SerializableConfiguration(spark.sparkContext().hadoopConfiguration()));
    int tasks = Math.max(1, Math.min(MOST_TASKS, units.size()));
    JavaRDD<SourceUnit> repositories =
        context
            .parallelize(units, tasks)
            .flatMap(unit -> ImageSources.split(store(hadoop), unit).iterator());
    // One namespace may hold most repositories, so what they were split into is dealt out again.
    int dealt = units.size() == 1 && units.get(0).scope().isEmpty() ? 1 : tasks * 4;
    JavaRDD<Row> rows =
        repositories
            .repartition(Math.min(MOST_TASKS, dealt))
            .flatMap(
                unit ->
                    ImageSources.read(store(hadoop), unit).stream()
                        .map(finding -> row(finding, runId))
                        .iterator());
    return spark.createDataFrame(rows, WIDE.schema());
  }

  private static ByteStore store(Broadcast<SerializableConfiguration> hadoop) {
    return new HadoopStore(hadoop.value().value());
  }

  private static Row row(Finding finding, String runId) {
    if (finding instanceof Finding.Image image) {
      return WIDE.row(
          "image",
          image.imageDigest(),
          image.os(),
          image.architecture(),
          image.createdAtMicros(),
          image.layers(),
          image.compressedBytes(),
          image.configDigest());
    }
    if (finding instanceof Finding.ImageTag tag) {
      return WIDE.row("image_tag", tag.repository(), tag.tag(), tag.imageDigest());
    }
    if (finding instanceof Finding.ImageLayer layer) {
      return WIDE.row(
          "image_layer",
          layer.imageDigest(),
          layer.depth(),
          layer.layerDigest(),
          layer.createdBy(),
          layer.mediaType(),
          layer.compressedBytes(),
          layer.diffId());
    }
    if (finding instanceof Finding.Artifact artifact) {
      return WIDE.row(
          "artifact",
          artifact.manifestDigest(),
          artifact.digest(),
          artifact.kind(),
          artifact.mediaType(),
          artifact.bytes());
    }
    if (finding instanceof Finding.Rejected rejected) {
      return WIDE.row(
          "rejected_blob",
          runId,
          rejected.source(),
          rejected.digest(),
          rejected.reason().name(),
          rejected.offset() < 0 ? null : rejected.offset(),
          rejected.message());
    }
    Finding.LayerPlace place = (Finding.LayerPlace) finding;
    return WIDE.row(
        "place",
        place.layerDigest(),
        place.digestOf().name(),
        place.place().location(),
        place.place().offset(),
        place.place().bytes(),
        place.declaredBytes(),
        place.diffId(),
        place.mediaType());
  }

  private static Map<String, StructType> schemas() {
    Map<String, StructType> schemas = new HashMap<>();
    for (String table : List.of("image", "image_tag", "image_layer", "artifact", "rejected_blob")) {
      schemas.put(table, Tables.schema(table));
    }
    schemas.put("place", PLACE);
    return schemas;
  }
}
