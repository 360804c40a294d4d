package dev.varve.jobs.serve;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of Hive's sees, by Hive's driver. */
class ServeTest {
  private static Served served;
  private static Connection client;

  @BeforeAll
  static void connect() throws Exception {
    served = new Served(SmallWorld.packed());
    client = served.connect();
  }

  @AfterAll
  static void close() throws Exception {
    client.close();
    served.close();
  }

  /** The report is answered by DuckDB. */
  @Test
  void aReportIsAViewWithTheRowsOfTheReport() throws SQLException {
    List<Line> report =
        varve("report sharing-histogram --format json --warehouse %s", SmallWorld.packed())
            .done()
            .rows();
    List<String> expected = new ArrayList<>();
    for (Line line : report) {
      expected.add(line.text("degree") + " " + line.text("things"));
    }
    List<String> found = new ArrayList<>();
    for (List<@Nullable Object> row :
        Served.rows(client, "SELECT degree, things FROM `default`.`sharing_histogram`")) {
      found.add(row.get(0) + " " + row.get(1));
    }
    assertThat(found).isNotEmpty().isEqualTo(expected);
  }

  /** Spark itself puts values in place of them, before anything could judge the statement. */
  @Test
  void variablesInAStatementAreLeftAlone() throws SQLException {
    String sql =
        "SELECT '${env:PATH}', '${system:sun.java.command}', '${spark.master}', '${hiveconf:a}'";
    List<@Nullable Object> written =
        List.of("${env:PATH}", "${system:sun.java.command}", "${spark.master}", "${hiveconf:a}");
    assertThat(Served.rows(client, sql)).containsExactly(written);
    for (String setting : List.of("SET spark.sql.variable.substitute=true", "SET a=b")) {
      try {
        Served.rows(client, setting);
      } catch (SQLException e) {
        assertThat(e.getMessage()).contains("only reads");
      }
    }
    assertThat(Served.rows(client, sql)).containsExactly(written);
  }

  @Test
  void tablesAndColumnsAreToldWithTheirComments() throws SQLException {
    try (ResultSet tables = client.getMetaData().getTables(null, "default", "layer", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(tables.getString("TABLE_TYPE")).isEqualTo("TABLE");
      assertThat(tables.getString("REMARKS"))
          .startsWith("One row a layer blob that was read whole and verified.");
      assertThat(tables.next()).isFalse();
    }
    try (ResultSet views =
        client.getMetaData().getTables(null, null, "dedup\\_summ%", new String[] {"VIEW"})) {
      assertThat(views.next()).isTrue();
      assertThat(views.getString("REMARKS"))
          .startsWith("How much would deduplication, compression, or both save here? Files are");
    }
    try (ResultSet columns = client.getMetaData().getColumns(null, "default", "layer", "%")) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("COLUMN_NAME")).isEqualTo("layer_digest");
      assertThat(columns.getString("REMARKS")).startsWith("digest of the blob as stored");
      assertThat(columns.getString("TYPE_NAME")).isEqualTo("STRING");
      assertThat(columns.getString("IS_NULLABLE")).isEqualTo("NO");
      assertThat(columns.getInt("ORDINAL_POSITION")).isEqualTo(1);
    }
  }

  /** impyla asks with {@code .*}, other clients of Hive with {@code *} and {@code |}. */
  @ParameterizedTest
  @ValueSource(strings = {"image.*", "image*", "image%", "image|image_.*", "nothing|IMAGE%"})
  void tablesAreFoundByPatternsOfHive(String pattern) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet tables =
        client.getMetaData().getTables(null, "def.*", pattern, new String[] {"TABLE"})) {
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME"));
      }
    }
    assertThat(names)
        .containsExactlyInAnyOrder(
            "image",
            "image_category",
            "image_layer",
            "image_pull",
            "image_squash",
            "image_tag",
            "image_update",
            "image_update_chunk",
            "image_update_directory",
            "image_update_layer");
  }

  /** SQLAlchemy's dialects of Hive look for these words, for has_table to say no. */
  @Test
  void aTableThatIsNotThereIsToldInTheWordsOfHive() {
    for (String sql : List.of("DESCRIBE nope", "SELECT * FROM nope", "DESCRIBE `default`.`nope`")) {
      assertThatThrownBy(() -> Served.rows(client, sql))
          .isInstanceOf(SQLException.class)
          .hasMessageMatching("(?s).*SemanticException.*Table not found (default\\.)?nope.*");
    }
  }

  /** A table has the name of the report about it. */
  @Test
  void aReportThatWouldHideATableHasAnotherName() throws SQLException {
    List<Object> kinds = new ArrayList<>();
    try (ResultSet both = client.getMetaData().getTables(null, null, "backup_time%", null)) {
      while (both.next()) {
        kinds.add(both.getString("TABLE_NAME") + " " + both.getString("TABLE_TYPE"));
      }
    }
    assertThat(kinds).containsExactly("backup_time TABLE", "backup_time_report VIEW");
    assertThat(Served.rows(client, "SELECT * FROM backup_time_report LIMIT 1")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE layer",
        "DELETE FROM layer",
        "INSERT INTO layer SELECT * FROM layer",
        "INSERT OVERWRITE DIRECTORY '/tmp/varve-serve-test' USING csv SELECT 1",
        "CREATE TABLE mine USING parquet LOCATION '/tmp/varve-serve-test' AS SELECT 1 AS a",
        "CREATE TEMPORARY VIEW mine AS SELECT 1",
        "SELECT * FROM csv.`/etc/passwd`",
        "SELECT * FROM `default`.`csv`.`/etc/passwd`",
        "SELECT * FROM text.`file:///etc/passwd`",
        "SELECT reflect('java.lang.System', 'exit', '1')",
        "SELECT java_method('java.lang.System', 'getenv', 'HOME')",
        "SELECT TRANSFORM(1) USING 'touch /tmp/varve-serve-test'",
        "EXECUTE IMMEDIATE 'DROP TABLE layer'",
        "BEGIN SELECT 1; END",
        "ADD JAR '/tmp/evil.jar'",
        "CREATE FUNCTION evil AS 'java.lang.Runtime'",
        "CACHE TABLE layer",
        "RESET",
        "USE other",
        "SELECT xpath_string('<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>', 'a')",
        "EXPLAIN INSERT OVERWRITE DIRECTORY '/tmp/varve-serve-test' USING csv SELECT 1",
        "SELECT 1; DROP TABLE layer",
        "SELECT * FROM default./* hidden */csv.`/etc/passwd`",
        "SELECT * FROM spark_catalog.default.nothing"
      })
  void whatDoesMoreThanReadIsRefused(String sql) throws SQLException {
    assertThatThrownBy(() -> Served.rows(client, sql))
        .isInstanceOfSatisfying(
            SQLException.class, fault -> assertThat(fault.getSQLState()).isEqualTo("42000"));
    assertThat(Path.of("/tmp/varve-serve-test")).doesNotExist();
    assertThat(Served.rows(client, "SELECT 1")).isEqualTo(List.of(List.of(1)));
  }

  /** A driver sends these by itself, or its user by habit. */
  @Test
  void settingsAreTakenAndChangeNothing() throws SQLException {
    assertThat(Served.rows(client, "SET spark.sql.runSQLOnFiles=true"))
        .containsExactly(List.of("spark.sql.runSQLOnFiles", "<unchanged>"));
    assertThat(Served.rows(client, "SET spark.sql.session.timeZone=Asia/Tokyo")).hasSize(1);
    assertThat(Served.rows(client, "SELECT current_timezone()")).containsExactly(List.of("UTC"));
    assertThat(Served.rows(client, "SET")).isEmpty();
    assertThat(Served.rows(client, "USE default")).isEmpty();
    assertThatThrownBy(() -> Served.rows(client, "SELECT * FROM csv.`/etc/passwd`"))
        .hasMessageContaining("not csv.");
  }

  /** 2^20 characters are the most; the connection serves further statements. */
  @Test
  void aStatementThatIsTooLongIsAnsweredWithAnError() throws SQLException {
    String most = "SELECT 1 --" + "x".repeat((1 << 20) - 11);
    assertThat(Served.rows(client, most)).isEqualTo(List.of(List.of(1)));
    for (int more : List.of(1, 1 << 20)) {
      assertThatThrownBy(() -> Served.rows(client, most + "x".repeat(more)))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining(
              "the statement has %,d characters, at most 1,048,576 are taken"
                  .formatted((1 << 20) + more));
    }
    assertThat(Served.rows(client, "SELECT 1")).isEqualTo(List.of(List.of(1)));
  }
}
