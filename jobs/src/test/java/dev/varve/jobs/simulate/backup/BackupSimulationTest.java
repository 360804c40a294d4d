package dev.varve.jobs.simulate.backup;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.table.SparkRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The snapshots of report-case give the result tables that were worked out there by hand. */
class BackupSimulationTest {
  @TempDir private static Path folder;
  private static SparkSession spark;
  private static DuckDb duck;

  @BeforeAll
  static void simulate() throws Exception {
    spark = TestEngine.session();
    duck = new DuckDb();
    for (String table : List.of("vm", "snapshot", "segment", "segment_recipe")) {
      expected(table).coalesce(1).write().parquet(folder.resolve("w/" + table).toString());
    }
    Files.createDirectories(folder.resolve("w").resolve(".varve")); // as a warehouse has
    for (String table : List.of("vm", "segment", "segment_recipe")) {
      branch(table).coalesce(1).write().parquet(folder.resolve("branched/" + table).toString());
    }
    Files.createDirectories(folder.resolve("branched").resolve(".varve"));
    TestEngine.simulate(
        new BackupSimulation(),
        folder.resolve("w").toString(),
        "backup.sigma=0.4",
        "backup.machines=2",
        "backup.block-bytes=60",
        "backup.sweep=1,0.4,0.2",
        "backup.rules=checksum+similar");
  }

  @AfterAll
  static void close() throws Exception {
    duck.close();
  }

  private static String byHand(String table) throws IOException {
    try (InputStream in =
        BackupSimulationTest.class.getResourceAsStream("/report-case/" + table + ".sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Dataset<Row> expected(String table) throws IOException {
    return spark.sql(byHand(table));
  }

  /** The first VM, its snapshot s0 once more as s2. */
  private static Dataset<Row> branch(String table) throws IOException {
    Dataset<Row> own = expected(table).where("vm = 'v1'");
    return table.equals("vm")
        ? own
        : own.union(own.where("snapshot = 's0'").withColumn("snapshot", lit("s2")));
  }

  private static void assertAsByHand(String table) throws Exception {
    duck.view(table, folder.resolve("w"));
    assertThat(lines(table, table))
        .isEqualTo(lines(table, "(" + byHand(table) + ")"))
        .hasSizeGreaterThan(1);
  }

  private static long afterFirstLevel(Path warehouse) throws Exception {
    duck.view("backup_stage", warehouse);
    return Long.parseLong(
        duck.csv("SELECT after_bytes FROM backup_stage WHERE stage = 'l1'").get(1));
  }

  /** Rows with their doubles to nine places. */
  private static List<String> lines(String table, String from) throws Exception {
    String columns =
        Arrays.stream(SparkRows.schema(table).fields())
            .map(
                field ->
                    field.dataType().equals(DataTypes.DoubleType)
                        ? "round(CAST(%s AS DOUBLE), 9) AS %s".formatted(field.name(), field.name())
                        : field.name())
            .collect(Collectors.joining(", "));
    return duck.csv("SELECT " + columns + " FROM " + from + " ORDER BY ALL");
  }

  @Test
  void everySchemeStoresWhatWasWorkedOut() throws Exception {
    assertAsByHand("backup_result");
  }

  @Test
  void everyStageLeavesWhatWasWorkedOut() throws Exception {
    assertAsByHand("backup_stage");
  }

  @Test
  void popularDataOfAnySizeDoesWhatWasWorkedOut() throws Exception {
    assertAsByHand("popularity_result");
  }

  @Test
  void blocksHoldWhatWasWorkedOut() throws Exception {
    assertAsByHand("block_sharing");
  }

  @Test
  void blocksAreTouchedByTheVmsThatWereWorkedOut() throws Exception {
    assertAsByHand("block_owner");
  }

  @Test
  void aCleanBitThatContentGivesTheLieIsNotBelieved() throws Exception {
    Path lying = folder.resolve("lying");
    SmallWorld.unpublished(SmallWorld.copy(folder.resolve("w"), lying));
    try (Stream<Path> files = Files.list(lying.resolve("segment"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    // Segment 1 of s1 differs from its parent's, and is said to be clean.
    expected("segment")
        .withColumn("dirty", expr("dirty AND false"))
        .coalesce(1)
        .write()
        .mode("append")
        .parquet(lying.resolve("segment").toString());
    TestEngine.simulate(
        new BackupSimulation(),
        lying.toString(),
        "backup.sweep=0.1",
        "backup.rules=dirty-bits+similar");
    assertThat(afterFirstLevel(lying)).isEqualTo(270);
  }

  @ParameterizedTest
  @CsvSource({
    // s0 is 30 + 60 bytes of data, of which s1 changed the second segment to 70; s2 is s0 again.
    "s0, 160",
    "s1, 220",
    ", 250",
    "rejected, 220"
  })
  void aSnapshotIsComparedWithItsParentWhereverThatStands(String parent, long left)
      throws Exception {
    Path branched = SmallWorld.copy(folder.resolve("branched"), folder.resolve("b-" + parent));
    branch("snapshot")
        .withColumn("position", expr("if(snapshot = 's2', 2, position)"))
        .withColumn(
            "parent", when(col("snapshot").equalTo("s2"), lit(parent)).otherwise(col("parent")))
        .coalesce(1)
        .write()
        .parquet(branched.resolve("snapshot").toString());
    TestEngine.simulate(
        new BackupSimulation(),
        branched.toString(),
        "backup.machines=2",
        "backup.sweep=0.1",
        "backup.rules=checksum+similar");
    assertThat(afterFirstLevel(branched)).isEqualTo(left);
  }

  @Test
  void aWarehouseWithoutSnapshotsIsNoInput() {
    assertThatThrownBy(
            () -> TestEngine.simulate(new BackupSimulation(), folder.resolve("empty").toString()))
        .isInstanceOf(NoInputException.class);
  }
}
