package dev.varve.jobs.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.file.FaultyDisk.Left;
import dev.varve.jobs.file.FaultyFileSystem;
import dev.varve.jobs.file.FaultyFileSystem.Fault;
import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.run.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Publications during which each call to the file system in turn goes wrong: readers see the state
 * before or the one after, and the next writer goes on.
 */
class PublicationFaultsTest {
  private static final List<String> TABLES = List.of("image_tag", "layer_phase");
  private static final Map<String, Long> BEFORE = Map.of("image_tag", 4L, "layer_phase", 10L);
  private static final Map<String, Long> AFTER = Map.of("image_tag", 9L, "layer_phase", 13L);

  @TempDir private static Path folder;
  private static SparkSession spark;
  private static Configuration configuration;

  @BeforeAll
  static void makeParts() throws Exception {
    spark = TestEngine.session();
    configuration = spark.sparkContext().hadoopConfiguration();
    part("tags4", tags(4));
    part("tags9", tags(9));
    part("phases10", phases("a", 10));
    part("phases3", phases("b", 3));
    Files.createDirectories(folder.resolve("before"));
    publish(folder.resolve("before"), "one", "phases10", "tags4");
  }

  @AfterEach
  void mend() {
    FaultyFileSystem.sound(configuration);
  }

  private static Dataset<Row> tags(int count) {
    List<Row> rows =
        IntStream.range(0, count)
            .mapToObj(number -> RowFactory.create("repository", "tag" + number, "sha256:" + number))
            .toList();
    return spark.createDataFrame(rows, Tables.schema("image_tag"));
  }

  private static Dataset<Row> phases(String run, int count) {
    List<Row> rows =
        IntStream.range(0, count)
            .mapToObj(
                number -> RowFactory.create(run + number, run, 1L, 2L, 3L, 4L, null, null, null))
            .toList();
    return spark.createDataFrame(rows, Tables.schema("layer_phase"));
  }

  private static void part(String name, Dataset<Row> rows) throws IOException {
    rows.coalesce(1).write().parquet(folder.resolve("parts").resolve(name).toString());
    try (var files = Files.list(folder.resolve("parts").resolve(name))) {
      Path file =
          files.filter(one -> one.toString().endsWith(".parquet")).findFirst().orElseThrow();
      Files.copy(file, folder.resolve(name + ".parquet"));
    }
  }

  /** Stages two files as the engine does, unsynchronized, and publishes them. */
  private static void publish(Path root, String name, String phases, String tags)
      throws IOException {
    Warehouse warehouse = new Warehouse(spark, root.toString());
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse, 0, 60, owner -> {})) {
      List<Journal.Move> moves = new ArrayList<>();
      moves.add(staged(warehouse, name, phases, "layer_phase/" + name + "-00000.parquet"));
      moves.add(staged(warehouse, name, tags, "image_tag/image_tag.parquet"));
      writer.commit(new Journal(name, moves));
    }
  }

  private static Journal.Move staged(Warehouse warehouse, String name, String part, String to)
      throws IOException {
    byte[] bytes = Files.readAllBytes(folder.resolve(part + ".parquet"));
    String from = ".varve/staging/999/" + name + "/" + part + ".parquet";
    try (FSDataOutputStream out = warehouse.system().create(warehouse.path(from))) {
      out.write(bytes);
    }
    return new Journal.Move(from, to, bytes.length, 1);
  }

  /** What a reader sees: rows by table, from files that are whole. */
  private static Map<String, Long> rows(Path root) throws IOException {
    Warehouse warehouse = new Warehouse(spark, root.toString());
    Map<String, Long> rows = new TreeMap<>();
    for (Warehouse.TableFile file : warehouse.now().tableFiles()) {
      assertThat(file.bytes()).as(file.name()).isEqualTo(file.publishedBytes());
      var status = warehouse.system().getFileStatus(new org.apache.hadoop.fs.Path(file.path()));
      rows.merge(file.table(), ParquetParts.rows(status, configuration), Long::sum);
    }
    assertThat(rows).containsOnlyKeys(TABLES);
    return rows;
  }

  /** The fault at each call in turn; what it left behind is judged by {@code judge}. */
  private static int walk(Fault fault, Judge judge) throws Exception {
    int calls = 0;
    for (int call = 1; call <= calls || call == 1; call++) {
      Path root = folder.resolve(fault + "-" + call);
      SmallWorld.copy(folder.resolve("before"), root);
      FaultyFileSystem.watch(configuration, root, call == 1 ? Fault.NONE : fault, call - 1);
      try {
        publish(root, "two", "phases3", "tags9");
      } catch (IOException | RuntimeException e) {
        assertThat(call).as(e.toString()).isGreaterThan(1);
      }
      int made = FaultyFileSystem.sound(configuration);
      if (call == 1) {
        calls = made + 1;
        assertThat(rows(root)).isEqualTo(AFTER);
      } else {
        judge.judge(root, call - 1);
      }
    }
    return calls - 1;
  }

  private interface Judge {
    void judge(Path root, int call) throws Exception;
  }

  /** Whatever state it is, the next writer finishes it, and a publication after that succeeds. */
  private static void judge(Path root, String what, Map<String, Integer> states) throws Exception {
    Map<String, Long> seen = rows(root);
    assertThat(seen).as(what).isIn(BEFORE, AFTER);
    forgetLock(root);
    WarehouseWriter.open(new Warehouse(spark, root.toString()), 0, 60, owner -> {}).close();
    assertThat(rows(root)).as("%s, after the next writer", what).isEqualTo(seen);
    assertThat(new Warehouse(spark, root.toString()).isUnfinished()).isFalse();
    if (seen.equals(BEFORE)) {
      publish(root, "two", "phases3", "tags9");
      assertThat(rows(root)).as(what).isEqualTo(AFTER);
    }
    states.merge(seen.equals(BEFORE) ? "before" : "after", 1, Integer::sum);
  }

  @Test
  void aLossOfPowerLeavesTheStateBeforeOrAfter() throws Exception {
    Map<String, Integer> states = new TreeMap<>();
    int calls =
        walk(
            Fault.POWER_IS_LOST,
            (root, call) -> {
              for (Left left : Left.values()) {
                Path after = folder.resolve("left-" + call + left);
                FaultyFileSystem.leave(left, after);
                judge(after, "call " + call + ", " + left, states);
              }
            });
    assertThat(calls).isGreaterThan(20);
    assertThat(states).containsOnlyKeys("before", "after");
  }

  @Test
  void aCallThatFailsLeavesTheStateBeforeOrAfter() throws Exception {
    Map<String, Integer> states = new TreeMap<>();
    walk(Fault.FAILS, (root, call) -> judge(root, "call " + call, states));
    assertThat(states).containsOnlyKeys("before", "after");
  }

  @Test
  void aCallThatIsLateChangesNothing() throws Exception {
    walk(Fault.DELAYS, (root, call) -> assertThat(rows(root)).isEqualTo(AFTER));
  }

  /** The process of the lock is this one, which lives. */
  private static void forgetLock(Path root) throws IOException {
    Path locks = root.resolve(".varve/locks");
    if (Files.exists(locks)) {
      try (var all = Files.list(locks)) {
        for (Path lock : all.toList()) {
          Files.writeString(lock, "released");
        }
      }
    }
  }
}
