package dev.varve.jobs.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.run.DuckDb;
import dev.varve.jobs.run.TestEngine;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that the driver writes are those that a job would write. */
class DriverFileTest {
  private static final String TABLE = "retention_backup";

  private final SparkSession spark = TestEngine.session();
  @TempDir private Path folder;

  private static Row kept(String policy, @Nullable String more, @Nullable String scheme) {
    return RowFactory.create(policy, null, more, 3L, 2L, scheme, 10L, 5L);
  }

  private Path written(String table, List<Row> rows, String... order) throws IOException {
    Path file = folder.resolve("driver.parquet");
    DriverFile.write(
        spark, table, rows, Arrays.asList(order), new org.apache.hadoop.fs.Path(file.toUri()));
    return file;
  }

  private Path byJob(String table, List<Row> rows) throws IOException {
    Path of = folder.resolve("job");
    DeclaredFormat.write(table, spark.createDataFrame(rows, Tables.schema(table)).coalesce(1))
        .save(of.toString());
    try (Stream<Path> files = Files.list(of)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  private static List<String> csv(String sql, Path file) throws SQLException {
    try (DuckDb duck = new DuckDb()) {
      return duck.csv(sql.formatted(file));
    }
  }

  private FileMetaData metadata(Path file) throws IOException {
    var hadoop = spark.sparkContext().hadoopConfiguration();
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(path, hadoop), HadoopReadOptions.builder(hadoop).build())) {
      return reader.getFileMetaData();
    }
  }

  @Test
  void itHasTheColumnsTheMetadataAndTheRowsOfOneThatAJobWrites() throws Exception {
    Row row =
        RowFactory.create(
            "20261123T100000000Z-0000002a",
            "derive",
            Instant.parse("2026-11-23T10:00:00.123456Z"),
            null,
            Map.of("engine.small-bytes", "1", "source", "counted"),
            "1.0",
            7L,
            Map.of("file", 4L));
    Path driver = written("run", List.of(row), "run_id");
    Path job = byJob("run", List.of(row));
    assertThat(metadata(driver).getSchema()).isEqualTo(metadata(job).getSchema());
    assertThat(metadata(driver).getKeyValueMetaData())
        .isEqualTo(metadata(job).getKeyValueMetaData())
        .containsEntry("varve.table", "run");
    assertThat(csv("FROM '%s'", driver)).isEqualTo(csv("FROM '%s'", job)).hasSize(2);
    assertThat(
            csv(
                "SELECT epoch_us(started_at) AS at, finished_at, settings['source'] AS source,"
                    + " counts['file'] AS files FROM '%s'",
                driver))
        .containsExactly("at,finished_at,source,files", "1795428000123456,,counted,4");
  }

  @Test
  void rowsAreSortedByBytesAndNullsComeFirst() throws Exception {
    Path file =
        written(
            TABLE,
            List.of(
                kept("b", "daily 1", "vc"),
                kept("ä", null, "srb"),
                kept("b", null, "vc"),
                kept("B", "daily 1", "perfect"),
                kept("b", "daily 1", "srb")),
            "policy",
            "more",
            "scheme");
    assertThat(
            csv(
                "SELECT policy, more, scheme FROM read_parquet('%s', file_row_number = true)"
                    + " ORDER BY file_row_number",
                file))
        .containsExactly(
            "policy,more,scheme",
            "B,daily 1,perfect",
            "b,,vc",
            "b,daily 1,srb",
            "b,daily 1,vc",
            "ä,,srb");
  }

  @Test
  void aNullWhereNoneMayBeIsRefusedAndNamesTableAndColumn() {
    assertThatThrownBy(() -> written(TABLE, List.of(kept("b", null, null))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("column scheme of table retention_backup is null, which is declared NOT NULL");
    assertThat(folder.resolve("driver.parquet")).doesNotExist();
  }

  @Test
  void aRowOfOtherColumnsIsRefused() {
    assertThatThrownBy(() -> written(TABLE, List.of(RowFactory.create("b", "vc"))))
        .hasMessageStartingWith("table retention_backup has the columns [policy, ")
        .hasMessageEndingWith("; the row has 2");
  }

  @Test
  void aTableWithoutRowsHasItsColumns() throws Exception {
    Path file = written(TABLE, List.of());
    assertThat(csv("SELECT count(*) AS rows FROM '%s'", file)).containsExactly("rows", "0");
    assertThat(metadata(file).getSchema()).isEqualTo(metadata(byJob(TABLE, List.of())).getSchema());
  }
}
