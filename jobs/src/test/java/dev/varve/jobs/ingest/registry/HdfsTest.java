package dev.varve.jobs.ingest.registry;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.answer.query.BothEngines;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.QuerySettings;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.Derive;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A registry on a real distributed file system, ingested into a warehouse there. */
@Tag("thorough")
class HdfsTest {
  @TempDir private static Path folder;
  private static MiniDFSCluster cluster;
  private static String root;

  @BeforeAll
  static void start() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("dfs").toString());
    cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(3).build();
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

  private static void ingestTwice(String input, String warehouse) throws Exception {
    SettingReader settings = TestEngine.settings();
    IngestRegistry ingest = new IngestRegistry(RegistrySettings.read(settings));
    Derive derive = Derive.read(settings);
    Runs runs = TestEngine.runs(settings);
    ingest.run(runs, List.of(input), warehouse);
    // Nothing is new, and a table that is replaced, that of the runs, is replaced there too.
    ingest.run(runs, List.of(input), warehouse);
    derive.run(runs, warehouse);
  }

  /** Files of such a folder take no append and no hsync; XOR-2-1 stands on three nodes. */
  @ParameterizedTest
  @ValueSource(strings = {"", "XOR-2-1-1024k"})
  void aRegistryOnHdfsGivesTheRowsOfTheSameRegistryOnLocalDisk(String erasureCoding)
      throws Exception {
    String there = folderThere("/warehouse", erasureCoding).toString();
    ingestTwice(root + "/registry", there);
    Path brought = folder.resolve("brought" + erasureCoding);
    new org.apache.hadoop.fs.Path(there)
        .getFileSystem(new Configuration())
        .copyToLocalFile(
            new org.apache.hadoop.fs.Path(there),
            new org.apache.hadoop.fs.Path(brought.toString()));
    for (String table :
        List.of(
            "layer",
            "layer_recipe",
            "image",
            "image_layer",
            "image_tag",
            "artifact",
            "file_sharing")) {
      assertThat(DuckDb.rows(brought, table, "run_id", "first_seen_at"))
          .as(table)
          .isEqualTo(DuckDb.rows(SmallWorld.packed(), table, "run_id", "first_seen_at"))
          .isNotEmpty();
    }
    for (FileStatus file :
        cluster.getFileSystem().listStatus(new org.apache.hadoop.fs.Path(there, "layer"))) {
      assertThat(file.isErasureCoded()).isEqualTo(!erasureCoding.isEmpty());
    }
    SettingReader reading = SettingReader.of(null, null, List.of());
    QuerySettings query = QuerySettings.read(reading);
    List<String> reports = List.of("dedup-summary", "top-duplicates", "image-efficiency");
    try (Queries here = Queries.open("test", reading.finish(), query, there);
        Queries local = BothEngines.duck(SmallWorld.packed())) {
      assertThat(here.isEmbedded()).isTrue();
      assertThat(BothEngines.printed(BothEngines.reports(here, reports)))
          .isEqualTo(BothEngines.printed(BothEngines.reports(local, reports)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "XOR-2-1-1024k"})
  void aReportIsWrittenThereWholeTwice(String erasureCoding) throws Exception {
    org.apache.hadoop.fs.Path out = folderThere("/reports", erasureCoding);
    String line = "report dedup-summary --format csv --warehouse %s";
    String printed = varve(line, SmallWorld.packed()).done().out();
    for (int times = 0; times < 2; times++) {
      varve(line + " --out %s", SmallWorld.packed(), out + "/one.csv").done();
      FileStatus[] files = cluster.getFileSystem().listStatus(out);
      assertThat(files).extracting(file -> file.getPath().getName()).containsExactly("one.csv");
      try (InputStream in = cluster.getFileSystem().open(files[0].getPath())) {
        assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo(printed);
      }
    }
  }

  private static org.apache.hadoop.fs.Path folderThere(String name, String erasureCoding)
      throws IOException {
    org.apache.hadoop.fs.Path there = new org.apache.hadoop.fs.Path(root + name + erasureCoding);
    if (!erasureCoding.isEmpty()) {
      DistributedFileSystem system = cluster.getFileSystem();
      system.enableErasureCodingPolicy(erasureCoding);
      system.mkdirs(there);
      system.setErasureCodingPolicy(there, erasureCoding);
    }
    return there;
  }
}
