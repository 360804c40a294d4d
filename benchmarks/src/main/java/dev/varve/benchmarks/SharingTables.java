package dev.varve.benchmarks;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.run.Engine;
import dev.varve.model.Seed;
import dev.varve.synthetic.SharingWorld;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A warehouse of recipes from a seed, of any size, for measuring derive and reports. */
public final class SharingTables {
  private static final StructType RECIPE =
      StructType.fromDDL(
          "layer_digest STRING, position INT, path STRING, kind STRING, bytes BIGINT,"
              + " fingerprint BINARY, content_type STRING, archive_offset BIGINT, mode INT,"
              + " uid BIGINT, gid BIGINT, modified_at TIMESTAMP, link_target STRING");

  private SharingTables() {}

  /** Arguments: WAREHOUSE LAYERS FILES_OF_LAYER CONTENTS, then settings as {@code key=value}. */
  public static void main(String[] arguments) throws IOException {
    List<String> all = Arrays.asList(arguments);
    Settings settings = SettingReader.of(null, null, all.subList(4, all.size())).finish();
    String warehouse = all.get(0);
    SharingWorld world =
        new SharingWorld(
            new Seed(1),
            Integer.parseInt(all.get(1)),
            Integer.parseInt(all.get(2)),
            Long.parseLong(all.get(3)));
    try (Engine engine = Engine.open("benchmark", settings)) {
      SparkSession spark = engine.session();
      int parts = (int) Math.max(2, world.rows() / 5_000_000);
      Dataset<Row> recipes =
          spark
              .range(0, world.layers(), 1, parts)
              .flatMap(
                  (FlatMapFunction<Long, Row>)
                      layer ->
                          IntStream.range(0, world.filesOfLayer())
                              .mapToObj(position -> recipe(world, layer.intValue(), position))
                              .iterator(),
                  Encoders.row(RECIPE));
      recipes
          .write()
          .option("parquet.enable.dictionary#fingerprint", "false")
          .parquet(warehouse + "/layer_recipe");
      Dataset<Long> layers = spark.range(0, world.layers(), 1, 1);
      layers
          .map(
              (org.apache.spark.api.java.function.MapFunction<Long, Row>)
                  layer ->
                      RowFactory.create(
                          world.layerDigest(layer.intValue()),
                          world.layerDigest(layer.intValue()),
                          "none"),
              Encoders.row(
                  StructType.fromDDL("layer_digest STRING, diff_id STRING, compression STRING")))
          .write()
          .parquet(warehouse + "/layer");
      spark
          .range(0, world.images(), 1, 1)
          .flatMap(
              (FlatMapFunction<Long, Row>)
                  image -> {
                    int[] members = world.layersOfImage(image.intValue());
                    return IntStream.range(0, members.length)
                        .mapToObj(
                            depth ->
                                RowFactory.create(
                                    "sha256:image-" + image,
                                    depth,
                                    world.layerDigest(members[depth]),
                                    null))
                        .iterator();
                  },
              Encoders.row(
                  StructType.fromDDL(
                      "image_digest STRING, depth INT, layer_digest STRING, created_by STRING")))
          .write()
          .parquet(warehouse + "/image_layer");
      spark
          .sql(
              "SELECT concat('team/app-', id DIV 3) AS repository, concat('v', id % 3) AS tag,"
                  + " concat('sha256:image-', id) AS image_digest FROM range("
                  + world.images()
                  + ")")
          .coalesce(1)
          .write()
          .parquet(warehouse + "/image_tag");
    }
  }

  private static Row recipe(SharingWorld world, int layer, int position) {
    long content = world.content(layer, position);
    return RowFactory.create(
        world.layerDigest(layer),
        position,
        "usr/share/package-" + content % 5003 + "/file-" + content,
        "FILE",
        world.bytes(content),
        world.fingerprint(content).bytes(),
        "data",
        (long) position * 4096,
        0644,
        0L,
        0L,
        Instant.ofEpochSecond(1_700_000_000),
        null);
  }
}
