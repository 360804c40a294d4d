package dev.varve.jobs.warehouse.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.parquet.StoreFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/**
 * A warehouse before and after a publication of two files, one appended and one replaced; the files
 * are made once, so that publishing them needs no engine.
 *
 * @param folder of the parts, and of the warehouse {@code before}
 */
record TwoStates(Path folder, SparkSession spark) {
  static final Map<String, Long> BEFORE = Map.of("image_tag", 4L, "layer_phase", 10L);
  static final Map<String, Long> AFTER = Map.of("image_tag", 9L, "layer_phase", 13L);

  static TwoStates make(Path folder) throws IOException {
    TwoStates states = new TwoStates(folder, TestEngine.session());
    states.part("tags4", states.tags(4));
    states.part("tags9", states.tags(9));
    states.part("phases10", states.phases("a", 10));
    states.part("phases3", states.phases("b", 3));
    Files.createDirectories(states.before());
    states.publish(states.before(), "one", "phases10", "tags4");
    return states;
  }

  /** The warehouse before; only to be copied. */
  Path before() {
    return folder.resolve("before");
  }

  /** What leads from the state before to the one after. */
  void publishSecond(Path root) throws IOException {
    publish(root, "two", "phases3", "tags9");
  }

  /** The same, decided and not carried out. */
  void decideSecond(Path root) throws IOException {
    WarehouseFiles warehouse = SparkRows.warehouse(spark, root.toString());
    Journal journal = new Journal("two", staged(warehouse, "two", "phases3", "tags9"));
    Path decided = Files.createDirectories(root.resolve(".varve/commits/900"));
    Files.writeString(decided.resolve("two.moves"), journal.text(warehouse.journals().identity()));
  }

  /** What a reader sees: rows by table, from files that are as they were published. */
  Map<String, Long> rows(Path root) throws IOException {
    return rows(SparkRows.warehouse(spark, root.toString()).now());
  }

  Map<String, Long> rows(WarehouseFiles warehouse) throws IOException {
    Map<String, Long> rows = new TreeMap<>();
    for (TableFile file : TableFile.all(warehouse)) {
      assertThat(file.bytes()).as(file.name()).isEqualTo(file.publishedBytes());
      rows.merge(
          file.table(),
          ParquetParts.rows(new StoreFile(warehouse.store(), file.path())),
          Long::sum);
    }
    assertThat(rows).containsOnlyKeys(BEFORE.keySet());
    return rows;
  }

  /** The process of the lock is this one, which lives. */
  static void forgetLock(Path root) throws IOException {
    Path locks = root.resolve(".varve/locks");
    if (Files.exists(locks)) {
      try (var all = Files.list(locks)) {
        for (Path lock : all.toList()) {
          Files.writeString(lock, "released");
        }
      }
    }
  }

  private Dataset<Row> tags(int count) {
    List<Row> rows =
        IntStream.range(0, count)
            .mapToObj(
                number -> RowFactory.create("repository", "tag" + number, "sha256:" + number, null))
            .toList();
    return spark.createDataFrame(rows, SparkRows.schema("image_tag"));
  }

  private Dataset<Row> phases(String run, int count) {
    List<Row> rows =
        IntStream.range(0, count)
            .mapToObj(
                number ->
                    RowFactory.create(run + number, run, 1L, 2L, 3L, 4L, null, null, null, null))
            .toList();
    return spark.createDataFrame(rows, SparkRows.schema("layer_phase"));
  }

  private void part(String name, Dataset<Row> rows) throws IOException {
    Path parts = folder.resolve("parts").resolve(name);
    rows.coalesce(1).write().parquet(parts.toString());
    try (var files = Files.list(parts)) {
      Path file =
          files.filter(one -> one.toString().endsWith(".parquet")).findFirst().orElseThrow();
      Files.copy(file, folder.resolve(name + ".parquet"));
    }
  }

  private void publish(Path root, String name, String phases, String tags) throws IOException {
    WarehouseFiles warehouse = SparkRows.warehouse(spark, root.toString());
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse, 0, 60, owner -> {})) {
      writer.commit(new Journal(name, staged(warehouse, name, phases, tags)));
    }
  }

  private List<Journal.Move> staged(
      WarehouseFiles warehouse, String name, String phases, String tags) throws IOException {
    List<Journal.Move> moves = new ArrayList<>();
    moves.add(stage(warehouse, name, phases, "layer_phase/" + name + "-00000.parquet"));
    moves.add(stage(warehouse, name, tags, "image_tag/image_tag.parquet"));
    return moves;
  }

  /** Stages a file as the engine does, unsynchronized. */
  private Journal.Move stage(WarehouseFiles warehouse, String name, String part, String to)
      throws IOException {
    byte[] bytes = Files.readAllBytes(folder.resolve(part + ".parquet"));
    String from = ".varve/staging/900/" + name + "/" + part + ".parquet";
    try (OutputStream out = warehouse.store().create(warehouse.path(from), 0)) {
      out.write(bytes);
    }
    return new Journal.Move(from, to, bytes.length, 1, -1);
  }
}
