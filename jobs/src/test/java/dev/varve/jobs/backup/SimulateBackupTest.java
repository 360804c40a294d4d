package dev.varve.jobs.backup;

import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.TestEngine;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The snapshots of report-case give the result tables that were worked out there by hand. */
class SimulateBackupTest {
  @TempDir private static Path folder;
  private static SparkSession spark;

  @BeforeAll
  static void simulate() throws Exception {
    spark = TestEngine.session();
    for (String table : List.of("vm", "snapshot", "segment", "segment_recipe")) {
      expected(table).write().parquet(folder.resolve("w/" + table).toString());
    }
    Files.createDirectories(folder.resolve("w").resolve(".varve")); // as a warehouse has
    TestEngine.simulate(
        new BackupSimulation(),
        folder.resolve("w").toString(),
        "backup.sigma=0.4",
        "backup.machines=2",
        "backup.block-bytes=60",
        "backup.sweep=1,0.4,0.2",
        "backup.rules=checksum+similar");
  }

  private static Dataset<Row> expected(String table) throws IOException {
    try (InputStream in =
        SimulateBackupTest.class.getResourceAsStream("/report-case/" + table + ".sql")) {
      return spark.sql(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static void assertAsByHand(String table) throws Exception {
    Dataset<Row> found = new Warehouse(spark, folder.resolve("w").toString()).table(table);
    String[] columns = Tables.schema(table).fieldNames();
    assertThat(lines(found, columns)).isEqualTo(lines(expected(table), columns)).isNotEmpty();
  }

  /** Rows with their doubles to nine places. */
  private static List<String> lines(Dataset<Row> rows, String... columns) {
    return rows.selectExpr(columns).collectAsList().stream()
        .map(
            row -> {
              StringBuilder line = new StringBuilder();
              for (int column = 0; column < row.size(); column++) {
                Object value = row.get(column);
                line.append(
                        value instanceof Double number
                            ? String.format("%.9f", number)
                            : String.valueOf(value))
                    .append('|');
              }
              return line.toString();
            })
        .sorted()
        .toList();
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
    for (String table : List.of("vm", "snapshot", "segment_recipe")) {
      expected(table).write().parquet(lying.resolve(table).toString());
    }
    // Segment 1 of s1 differs from its parent's, and is said to be clean.
    expected("segment")
        .withColumn("dirty", org.apache.spark.sql.functions.expr("dirty AND false"))
        .write()
        .parquet(lying.resolve("segment").toString());
    Files.createDirectories(lying.resolve(".varve")); // as a warehouse has
    TestEngine.simulate(
        new BackupSimulation(), lying.toString(), "backup.rules=dirty-bits+similar");
    assertThat(
            new Warehouse(spark, lying.toString())
                .table("backup_stage")
                .where("stage = 'l1'")
                .head()
                .<Long>getAs("after_bytes"))
        .isEqualTo(270);
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
    Path branched = folder.resolve("branched-" + parent);
    for (String table : List.of("vm", "snapshot", "segment", "segment_recipe")) {
      Dataset<Row> own = expected(table).where("vm = 'v1'");
      Dataset<Row> all = own;
      if (!table.equals("vm")) {
        Dataset<Row> again = own.where("snapshot = 's0'").withColumn("snapshot", lit("s2"));
        if (table.equals("snapshot")) {
          again = again.withColumn("position", lit(2)).withColumn("parent", lit(parent));
        }
        all = own.union(again);
      }
      all.write().parquet(branched.resolve(table).toString());
    }
    Files.createDirectories(branched.resolve(".varve")); // as a warehouse has
    TestEngine.simulate(
        new BackupSimulation(),
        branched.toString(),
        "backup.machines=2",
        "backup.rules=checksum+similar");
    assertThat(
            new Warehouse(spark, branched.toString())
                .table("backup_stage")
                .where("stage = 'l1'")
                .head()
                .<Long>getAs("after_bytes"))
        .isEqualTo(left);
  }

  @Test
  void aWarehouseWithoutSnapshotsIsNoInput() {
    assertThatThrownBy(
            () -> TestEngine.simulate(new BackupSimulation(), folder.resolve("empty").toString()))
        .isInstanceOf(NoInputException.class);
  }
}
