package dev.varve.jobs.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.run.TestEngine;
import dev.varve.jobs.sharing.Derive;
import dev.varve.jobs.table.Warehouse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry on a real distributed file system, ingested into a warehouse there. */
class HdfsTest {
  @TempDir private static Path folder;
  private static SparkSession spark;
  private static MiniDFSCluster cluster;
  private static String root;

  @BeforeAll
  static void start() throws Exception {
    spark = TestEngine.session();
    Configuration configuration = new Configuration();
    configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("dfs").toString());
    cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(2).build();
    cluster.waitActive();
    root = "hdfs://127.0.0.1:" + cluster.getNameNodePort();
    FileSystem system = new org.apache.hadoop.fs.Path(root).getFileSystem(configuration);
    system.copyFromLocalFile(
        new org.apache.hadoop.fs.Path(SmallWorld.registry().toString()),
        new org.apache.hadoop.fs.Path(root + "/registry"));
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  private static void ingest(String input, String warehouse) throws Exception {
    SettingReader settings = TestEngine.settings();
    IngestRegistry ingest = new IngestRegistry(RegistrySettings.read(settings), List.of());
    Derive derive = Derive.read(settings);
    Runs runs = TestEngine.runs(settings);
    ingest.run(runs, List.of(input), warehouse);
    derive.run(runs, warehouse);
  }

  private static List<String> rows(String warehouse, String table) throws Exception {
    return new Warehouse(spark, warehouse)
        .table(table).drop("run_id").collectAsList().stream().map(HdfsTest::text).sorted().toList();
  }

  private static String text(Row row) {
    StringBuilder text = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      Object value = row.get(column);
      text.append(value instanceof byte[] bytes ? Arrays.toString(bytes) : value).append('|');
    }
    return text.toString().replace(root, "").replace(folder.toUri().getPath(), "/");
  }

  @Test
  void aRegistryOnHdfsGivesTheRowsOfTheSameRegistryOnLocalDisk() throws Exception {
    String there = root + "/warehouse";
    String here = SmallWorld.packed().toString();
    ingest(root + "/registry", there);
    // A second run changes nothing, and replaced tables can be replaced there too.
    ingest(root + "/registry", there);
    for (String table :
        List.of(
            "layer",
            "layer_recipe",
            "image",
            "image_layer",
            "image_tag",
            "artifact",
            "file_sharing")) {
      assertThat(rows(there, table)).as(table).isEqualTo(rows(here, table)).isNotEmpty();
    }
  }
}
