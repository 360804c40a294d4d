package dev.varve.jobs.answer.views;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script for DuckDB, run by a DuckDB that knows nothing else of the warehouse. */
class ViewsLinesTest {
  @TempDir private Path folder;

  /** Other programs read a HUGEINT as a decimal or a double. */
  private static void assertPlainTypes(Connection fresh) throws SQLException {
    assertThat(
            rows(
                fresh,
                "SELECT table_name, column_name FROM duckdb_columns()"
                    + " WHERE NOT internal AND data_type = 'HUGEINT'"))
        .hasSize(1);
  }

  /** What the script prints by itself, by DuckDB's own writer of CSV. */
  private static void answersAsReportsDo(Path warehouse, Path out) throws Exception {
    varve("report --all --format csv --out %s --warehouse %s", out, warehouse).done();
    try (Connection fresh = fresh(script(warehouse))) {
      assertPlainTypes(fresh);
      for (String report : SqlFiles.folder("reports").keySet()) {
        assertThat(rows(fresh, "SELECT * FROM " + ReportViews.name(report)))
            .as(report)
            .isEqualTo(
                rows(
                    fresh,
                    "SELECT * FROM read_csv('%s', header = true, all_varchar = true)"
                        .formatted(out.resolve(report + ".csv").toString().replace("'", "''"))));
      }
    }
  }

  @Test
  void pricesOfTheSettingsAreInTheViews() throws Exception {
    Path warehouse = SmallWorld.packed();
    String script =
        varve(
                "views duckdb --warehouse %s --set prices.storage-gb-month=0.5"
                    + " --set prices.currency=CHF",
                warehouse)
            .done()
            .out();
    try (Connection fresh = fresh(script)) {
      assertThat(
              rows(
                  fresh,
                  "SELECT DISTINCT exclusive_month_cost = 0.5 * exclusive_bytes / 1e9 AS same, currency"
                      + " FROM exclusive_bytes"))
          .containsExactly(List.of("same", "currency"), List.of("true", "CHF"));
    }
  }

  private static String script(Path warehouse) {
    return varve("views duckdb --warehouse %s", warehouse).done().out();
  }

  private static Connection fresh(String script) throws SQLException {
    Connection fresh = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = fresh.createStatement()) {
      statement.execute(script);
    }
    return fresh;
  }

  /**
   * The names of the columns, then the rows: values as texts, numbers as doubles, nothing empty.
   */
  private static List<List<String>> rows(Connection fresh, String sql) throws SQLException {
    List<List<String>> all = new ArrayList<>();
    try (Statement statement = fresh.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      List<String> names = new ArrayList<>();
      for (int at = 1; at <= columns; at++) {
        names.add(rows.getMetaData().getColumnLabel(at));
      }
      all.add(names);
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int at = 1; at <= columns; at++) {
          String text = rows.getString(at);
          row.add(text == null ? "" : plain(text));
        }
        all.add(row);
      }
    }
    return all;
  }

  private static String plain(String text) {
    return text.matches("-?\\d+(\\.\\d+)?([eE]-?\\d+)?")
        ? String.valueOf(Double.parseDouble(text))
        : text;
  }

  private static String value(Connection fresh, String sql) throws SQLException {
    return rows(fresh, sql).get(1).get(0);
  }

  @Test
  void everyReportHasTheRowsThatItPrints() throws Exception {
    answersAsReportsDo(SmallWorld.simulated(), folder.resolve("csv"));
  }

  @Test
  void aWarehouseWithoutFilesAnswersToo() throws Exception {
    Path empty = folder.resolve("empty");
    Files.createDirectories(empty.resolve(".varve"));
    answersAsReportsDo(empty, folder.resolve("csv"));
    try (Connection fresh = fresh(script(empty))) {
      // As tables/file_sharing.sql declares them.
      assertThat(
              rows(
                  fresh,
                  "SELECT column_name || ' ' || column_type FROM (DESCRIBE file_sharing)"
                      + " WHERE column_name <= 'fingerprint' ORDER BY 1"))
          .containsExactly(
              List.of("((column_name || ' ') || column_type)"),
              List.of("bytes BIGINT"),
              List.of("copies BIGINT"),
              List.of("fingerprint BLOB"));
    }
  }

  /** Blanks, quotes, brackets, stars, umlauts, and what looks like a partition. */
  @Test
  void whatIsPublishedLaterIsSeenWhateverTheFolderIsCalled() throws Exception {
    Path odd = folder.resolve("it's \"odd\" [a] * ü; -- {b},c/kind=x");
    Files.createDirectories(odd.getParent());
    SmallWorld.unpublished(SmallWorld.copy(SmallWorld.ingested(), odd));
    delete(odd.resolve("file_sharing"));
    Path file = folder.resolve("views.sql");
    varve("views duckdb --warehouse %s --out %s", odd, file).done();
    try (Connection fresh = fresh(Files.readString(file))) {
      assertThat(value(fresh, "SELECT count(*) FROM file_sharing")).isEqualTo("0.0");
      Path derived = SmallWorld.packed().resolve("file_sharing");
      copy(derived, odd.resolve("file_sharing"));
      // The script is made again, and runs over what it made.
      varve("views duckdb --warehouse %s --out %s", odd, file).done();
      try (Statement statement = fresh.createStatement()) {
        statement.execute(Files.readString(file));
      }
      String rows =
          value(
              fresh,
              "SELECT sum(num_rows) FROM parquet_file_metadata('%s/*.parquet')".formatted(derived));
      assertThat(value(fresh, "SELECT count(*) FROM file_sharing")).isEqualTo(rows);
      assertThat(Double.parseDouble(rows)).isGreaterThan(0);
      String layers = value(fresh, "SELECT 2 * count(*) FROM layer");
      for (Path layer : parquet(odd.resolve("layer"))) {
        Files.copy(layer, layer.resolveSibling("later-" + layer.getFileName()));
      }
      assertThat(value(fresh, "SELECT count(*) FROM layer")).isEqualTo(layers);
      assertThat(value(fresh, "SELECT count(DISTINCT kind) > 1 FROM layer_recipe"))
          .isEqualTo("true");
    }
  }

  @Test
  void viewsAndColumnsHaveTheCommentsOfTheirFiles() throws Exception {
    try (Connection fresh = fresh(script(SmallWorld.ingested()))) {
      assertThat(
              value(
                  fresh,
                  "SELECT comment FROM duckdb_columns()"
                      + " WHERE table_name = 'chain_map' AND column_name = 'guest_offset'"))
          .isEqualTo("first byte, from the disk's start");
      String of = "SELECT comment FROM duckdb_views() WHERE view_name = ";
      assertThat(value(fresh, of + "'file_sharing'")).startsWith("One row a distinct file content");
      assertThat(value(fresh, of + "'block_sharing'")).startsWith("One row a storage block");
      assertThat(value(fresh, of + "'sharing_histogram'"))
          .startsWith("How many contents are stored how often")
          .contains("\nOne block of rows for each degree")
          .doesNotContain("subject:");
      assertThat(
              value(
                  fresh, "SELECT count(*) FROM duckdb_views() WHERE NOT internal AND comment = ''"))
          .isEqualTo("0.0");
    }
  }

  /** Three reports are named like tables. */
  @Test
  void noNameStandsForTwo() {
    List<String> names = new ArrayList<>(Tables.names());
    names.addAll(DuckText.views().keySet());
    SqlFiles.folder("reports").keySet().forEach(report -> names.add(ReportViews.name(report)));
    assertThat(names)
        .doesNotHaveDuplicates()
        .contains("dedup_summary", "block_sharing", "block_sharing_report", "segment_chunk");
  }

  @Test
  void wrongUseIsSaidBeforeAnyWork() {
    assertThat(varve("views").endsWith(2).err()).contains("duckdb");
    assertThat(varve("views duckdb").endsWith(2).err()).contains("--warehouse");
    assertThat(varve("views duckdb --warehouse %s", folder.resolve("none")).endsWith(4).err())
        .contains("there is no warehouse");
    assertThat(
            varve(
                    "views duckdb --warehouse hdfs://127.0.0.1/w --out %s --set derive.nothing=1",
                    folder)
                .endsWith(2)
                .err())
        .contains("not a local folder", "varve serve", "is a folder", "derive.nothing");
  }

  private static List<Path> parquet(Path table) throws IOException {
    try (Stream<Path> files = Files.list(table)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName().toString()));
      }
    }
  }

  private static void delete(Path table) throws IOException {
    if (Files.exists(table)) {
      try (Stream<Path> files = Files.list(table)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
