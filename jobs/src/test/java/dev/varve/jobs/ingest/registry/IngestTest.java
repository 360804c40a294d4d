package dev.varve.jobs.ingest.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.answer.query.BothEngines;
import dev.varve.jobs.answer.query.CsvRows;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.Derive;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.SparkRows;
import dev.varve.model.Seed;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A world from a seed through the whole job, compared with counts made without it. */
class IngestTest {
  @TempDir private static Path folder;
  private static SparkSession spark;
  private static Path tree;
  private static Path layout;
  private static Path reference;
  private static RegistryWorld.Summary world;
  private static RunSummary first;

  @BeforeAll
  static void ingestOnce() throws Exception {
    spark = TestEngine.session();
    tree = folder.resolve("tree");
    layout = folder.resolve("layout");
    world = RegistryWorld.write(new Seed(7), WorldSize.small(), tree);
    RegistryWorld.writeLayout(new Seed(7), WorldSize.small(), layout);
    reference = folder.resolve("reference");
    first =
        new IngestRegistry(
                RegistrySettings.read(TestEngine.settings("ingest.pull-codec=gzip-1,zstd-3")))
            .run(
                TestEngine.runs(TestEngine.settings()),
                List.of(tree.toString()),
                reference.toString());
    Derive.read(TestEngine.settings())
        .run(TestEngine.runs(TestEngine.settings()), reference.toString());
  }

  private static RunSummary ingest(Path warehouse, List<Path> inputs, String... settings)
      throws Exception {
    SettingReader reader = TestEngine.settings(settings);
    return new IngestRegistry(RegistrySettings.read(reader))
        .run(
            TestEngine.runs(reader),
            inputs.stream().map(Path::toString).toList(),
            warehouse.toString());
  }

  private static long parquetFiles(Path table) throws IOException {
    try (var files = Files.list(table)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).count();
    }
  }

  private static void assertSameRows(Path one, Path other) throws Exception {
    for (String table :
        List.of(
            "layer",
            "layer_recipe",
            "layer_framing",
            "image",
            "image_layer",
            "image_tag",
            "artifact")) {
      assertThat(DuckDb.rows(other, table, "first_seen_at"))
          .as(table)
          .isEqualTo(DuckDb.rows(one, table, "first_seen_at"))
          .isNotEmpty();
    }
    assertThat(DuckDb.rows(other, "rejected_blob", "run_id"))
        .isEqualTo(DuckDb.rows(one, "rejected_blob", "run_id"))
        .isNotEmpty();
  }

  @Test
  void everyFileHasTheFingerprintThatAnotherReaderFinds() throws Exception {
    Map<String, List<String>> counted = new TreeMap<>(ForeignCount.of(tree));
    counted.remove(world.truncatedDigest());
    Map<String, List<String>> ours = new TreeMap<>();
    for (Row row :
        SparkRows.of(spark, reference.toString(), "layer_recipe")
            .where("kind = 'FILE'")
            .orderBy("layer_digest", "position")
            .selectExpr("layer_digest", "bytes", "lower(hex(fingerprint))", "archive_offset")
            .collectAsList()) {
      ours.computeIfAbsent(row.getString(0), digest -> new ArrayList<>())
          .add(row.getLong(1) + " " + row.getString(2) + " at " + row.getLong(3));
    }
    // A chart is an archive too, and no layer.
    List<String> charts =
        SparkRows.of(spark, reference.toString(), "artifact")
            .where("kind = 'HELM'")
            .collectAsList()
            .stream()
            .map(row -> row.<String>getAs("digest"))
            .toList();
    assertThat(counted.keySet()).containsAnyElementsOf(charts);
    counted.keySet().removeAll(charts);
    counted.values().removeIf(List::isEmpty);
    assertThat(ours).isEqualTo(counted);
  }

  @Test
  void theTruncatedBlobIsListedAndNothingOfItIsPublished() throws Exception {
    assertThat(first.count("blobs_rejected")).isEqualTo(1);
    assertThat(first.rejections().get(0).digest()).isEqualTo(world.truncatedDigest());
    assertThat(first.rejections().get(0).reason()).isEqualTo("TRUNCATED");
    assertThat(first.rejections().get(0).offset()).isEqualTo(world.truncatedAtByte());
    assertThat(DuckDb.rows(reference, "layer")).hasSize(world.layers() - 1);
    assertThat(DuckDb.rows(reference, "layer_recipe"))
        .noneMatch(row -> row.contains(world.truncatedDigest()));
  }

  @Test
  void aSecondRunChangesNothingButWhenTheSourceWasSeen() throws Exception {
    Path warehouse = SmallWorld.copy(reference, folder.resolve("twice"));
    RunSummary second = ingest(warehouse, List.of(tree));
    assertThat(second.count("blobs_skipped")).isEqualTo(world.layers() - 1);
    assertThat(second.count("rejections")).isEqualTo(1);
    for (String table : Tables.names()) {
      if (!List.of("run", "source").contains(table)) {
        assertThat(DuckDb.rows(warehouse, table))
            .as(table)
            .isEqualTo(DuckDb.rows(reference, table));
      }
    }
    assertThat(DuckDb.rows(warehouse, "run")).hasSize(1 + DuckDb.rows(reference, "run").size());
  }

  @Test
  void partitionsWavesAndOrderOfInputsChangeNoRow() throws Exception {
    Path other = folder.resolve("other");
    ingest(
        other,
        List.of(tree, tree),
        "tuning.ingest.task-blobs=1",
        "ingest.publish-bytes=3 MiB",
        "ingest.file-bytes=50 KiB");
    assertSameRows(reference, other);
    // A file of layers a wave, and recipes in more files than that.
    long waves = parquetFiles(other.resolve("layer"));
    assertThat(waves).isGreaterThan(1);
    assertThat(parquetFiles(other.resolve("layer_recipe"))).isGreaterThan(waves);
  }

  @Test
  void aLayoutHoldsTheSameLayersAsATree() throws Exception {
    Path warehouse = folder.resolve("of-layout");
    ingest(warehouse, List.of(layout));
    assertThat(DuckDb.rows(warehouse, "layer", "first_seen_at"))
        .isEqualTo(DuckDb.rows(reference, "layer", "first_seen_at"));
    assertThat(DuckDb.rows(warehouse, "layer_recipe"))
        .isEqualTo(DuckDb.rows(reference, "layer_recipe"));
  }

  @Test
  void aGoodCopyElsewhereStandsInForABadOne() throws Exception {
    Path bad = folder.resolve("bad");
    RegistryWorld.write(new Seed(7), WorldSize.small(), bad);
    Row layer =
        SparkRows.of(spark, reference.toString(), "layer")
            .where("compression = 'gzip'")
            .orderBy("layer_digest")
            .head();
    String hex = layer.<String>getAs("layer_digest").substring("sha256:".length());
    Path blob =
        bad.resolve("docker/registry/v2/blobs/sha256/" + hex.substring(0, 2) + "/" + hex + "/data");
    byte[] bytes = Files.readAllBytes(blob);
    bytes[bytes.length / 2] ^= 1;
    Files.write(blob, bytes);
    Path warehouse = folder.resolve("both");
    RunSummary run = ingest(warehouse, List.of(bad, tree));
    assertThat(run.count("rejections")).isEqualTo(3);
    assertThat(run.count("blobs_rejected")).isEqualTo(1);
    assertThat(DuckDb.rows(warehouse, "layer", "first_seen_at"))
        .isEqualTo(DuckDb.rows(reference, "layer", "first_seen_at"));
    assertThat(DuckDb.rows(warehouse, "layer_recipe"))
        .isEqualTo(DuckDb.rows(reference, "layer_recipe"));
  }

  @Test
  void thePullSideIsMeasuredForEveryLayerAndCodec() throws Exception {
    assertThat(
            SparkRows.query(
                    spark,
                    reference.toString(),
                    """
                    SELECT 1 FROM layer
                    LEFT JOIN layer_pull USING (layer_digest)
                    LEFT JOIN layer_phase USING (layer_digest)
                    GROUP BY layer_digest, layer_phase.compress_nanos, layer_phase.archive_nanos
                    HAVING sort_array(collect_list(codec)) <> array('gzip-1', 'zstd-3')
                      OR any_value(layer_pull.archive_nanos) <> layer_phase.archive_nanos
                      OR max(if(codec = 'gzip-1', layer_pull.compress_nanos, 0)) <> layer_phase.compress_nanos
                    """)
                .count())
        .isZero();
    assertThat(SparkRows.of(spark, reference.toString(), "layer_pull").count()).isPositive();
  }

  /** Those of the files, and sums of what is in them; reports by both are BothEnginesTest's. */
  @Test
  void duckDbReadsTheSameRowsFromThePlainFolders() throws Exception {
    List<String> counts = new ArrayList<>();
    try (DuckDb duck = new DuckDb()) {
      for (String table : Tables.names()) {
        if (!DuckDb.rows(reference, table).isEmpty()) {
          duck.view(table, reference);
          counts.add("SELECT '%s' AS name, count(*) AS n FROM %s".formatted(table, table));
        }
      }
      assertThat(counts).hasSizeGreaterThan(10);
      String all = String.join("\nUNION ALL ", counts) + "\nORDER BY name";
      assertThat(duck.csv(all))
          .isEqualTo(CsvRows.of(SparkRows.query(spark, reference.toString(), all)));
      String sums =
          "SELECT count(*) AS n, CAST(sum(bytes) AS BIGINT) AS bytes,"
              + " CAST(sum(copies) AS BIGINT) AS copies FROM file_sharing";
      assertThat(duck.csv(sums))
          .isEqualTo(CsvRows.of(SparkRows.query(spark, reference.toString(), sums)));
    }
  }

  @Test
  void everyCheckHolds() throws Exception {
    try (Queries queries = BothEngines.duck(reference)) {
      assertThat(queries.faults()).isEmpty();
      assertThat(queries.stale()).isEmpty();
    }
  }

  @Test
  void anotherFingerprintIsRefused() {
    assertThatThrownBy(() -> ingest(reference, List.of(tree), "ingest.fingerprint=md5"))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("a warehouse of its own");
  }
}
