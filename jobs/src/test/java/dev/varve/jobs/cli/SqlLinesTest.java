package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static dev.varve.jobs.engine.run.Terminal.varveThere;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Free queries over a warehouse: they read, and change nothing. */
class SqlLinesTest {
  private static Answer sql(String query) {
    return varve("sql --format csv --warehouse %s %s", SmallWorld.packed(), query);
  }

  @Test
  void anAnswerIsALineOfNamesAndALineARow() {
    int layers = SmallWorld.registrySummary().layers() - 1;
    assertThat(sql("SELECT count(*) AS layers FROM layer").done().lines())
        .containsExactly("layers", String.valueOf(layers));
    assertThat(sql("SELECT sum(bytes) AS bytes FROM segment_chunk").done().lines())
        .containsExactly("bytes", String.valueOf(SmallWorld.diskSummary().virtualBytes()));
  }

  @Test
  void tablesDescribeTheirColumns() {
    assertThat(sql("DESCRIBE layer").done().lines())
        .anyMatch(line -> line.startsWith("layer_digest,VARCHAR,"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "table"})
  void aValueThatDoesNotFitIsAFaultOfTheQuery(String format) {
    assertThat(
            varve(
                    "sql --warehouse %s --format %s %s",
                    SmallWorld.packed(), format, "SELECT CAST(layer_digest AS INT) FROM layer")
                .endsWith(2)
                .err())
        .contains("sha256:")
        .doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT ?; Parameter",
        "SELECT error('so it is'); so it is",
        "SELECT (SELECT kind FROM layer_recipe); More than one row",
      })
  void whatAQueryDoesWrongIsWrongUse(String query, String told) {
    assertThat(sql(query).endsWith(2).err()).contains(told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-- a comment\nSELECT 1 AS one",
        "--\tx\nSELECT 1 AS one",
        "--x y\nSELECT 1 AS one"
      })
  void aQueryMayBeginWithAComment(String query) {
    assertThat(sql(query).done().lines()).containsExactly("one", "1");
    assertThat(
            varveThere("sql --format csv --warehouse %s -- %s", SmallWorld.packed(), query)
                .done()
                .lines())
        .containsExactly("one", "1");
  }

  @Test
  void anOptionThatThereIsNotIsNoComment() {
    assertThat(varve("sql --warehouse %s --formt=csv x", "w").endsWith(2).err())
        .contains("--formt=csv");
  }

  @Test
  void aPivotReads() {
    List<String> grouped =
        sql("SELECT kind, count(*) FROM layer_recipe GROUP BY kind ORDER BY kind").done().lines();
    assertThat(grouped).hasSizeGreaterThan(3);
    String kinds =
        grouped.stream().skip(1).map(line -> line.split(",")[0]).collect(Collectors.joining(","));
    String counts =
        grouped.stream().skip(1).map(line -> line.split(",")[1]).collect(Collectors.joining(","));
    for (String pivot :
        List.of(
            "PIVOT (SELECT kind FROM layer_recipe) ON kind USING count(*)",
            "SELECT * FROM (PIVOT (SELECT kind FROM layer_recipe) ON kind USING count(*))",
            "PIVOT (SELECT kind FROM layer_recipe) ON kind IN ('%s') USING count(*)"
                .formatted(kinds.replace(",", "', '")))) {
      assertThat(sql(pivot).done().lines()).as(pivot).containsExactly(kinds, counts);
    }
    for (String other :
        List.of(
            "PIVOT (FROM read_csv('/etc/passwd')) ON column0",
            "PIVOT '/etc/passwd' ON column0",
            "PIVOT layer ON files; DROP VIEW layer",
            "PIVOT query('SELECT 1 AS x') ON x")) {
      sql(other).endsWith(2);
    }
  }

  @Test
  void reportsAreViews() {
    String query =
        "SELECT count(*) AS rows, sum(bytes) - (SELECT sum(compressed_bytes) FROM layer) AS more"
            + " FROM dedup_summary WHERE mode = 'compression only'";
    assertThat(sql(query).done().lines()).containsExactly("rows,more", "1,0");
  }

  @Test
  void aPlanIsExplained() {
    assertThat(
            varve(
                    "sql --warehouse %s %s",
                    SmallWorld.packed(), "EXPLAIN SELECT count(*) FROM layer")
                .done()
                .out())
        .contains("Aggregate");
    assertThat(
            varve("sql --warehouse %s %s", SmallWorld.packed(), "EXPLAIN DELETE FROM layer")
                .endsWith(2)
                .err())
        .contains("sql only reads");
  }

  @Test
  void nestedValuesAreJson() {
    assertThat(sql("SELECT MAP {'a': 1} AS m, {'b': [2]} AS s").done().lines())
        .containsExactly("m,s", "\"{\"\"a\"\":1}\",\"{\"\"b\"\":[2]}\"");
  }

  @Test
  void anUnknownColumnIsUsage() {
    assertThat(sql("SELECT no_such_column FROM layer").endsWith(2).err())
        .contains("no_such_column");
  }

  /** Only what a query names is made, but for questions like these. */
  @Test
  void aMisspeltTableHasItsLikesAndAllCanBeListed() {
    assertThat(sql("SELECT * FROM layer_recip").endsWith(2).err()).contains("layer_recipe");
    assertThat(sql("SELECT * FROM layer JOIN file_sharin USING (bytes)").endsWith(2).err())
        .contains("file_sharing");
    int all = Tables.names().size();
    assertThat(sql("SHOW TABLES").done().lines()).contains("image", "chunk_sharing");
    assertThat(sql("SELECT name FROM (DESCRIBE) WHERE name > 'layer'").done().lines())
        .contains("layer_recipe", "segment");
    assertThat(sql("SELECT DISTINCT name FROM (DESC), layer").done().lines()).contains("vm");
    assertThat(
            sql("SELECT count(*) > %d AS more FROM information_schema.tables, (FROM layer LIMIT 1)"
                    .formatted(all))
                .done()
                .lines())
        .containsExactly("more", "true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE more AS SELECT 1 AS a",
        "INSERT INTO layer SELECT * FROM layer",
        "DROP VIEW layer",
        "SET memory_limit = '1MB'",
        "COPY (SELECT 1) TO '/tmp/varve-must-not-be'",
        "WITH c AS (COPY (SELECT 1) TO '/tmp/varve-must-not-be') SELECT * FROM c",
        "SELECT (WITH c AS (DELETE FROM layer RETURNING 1 AS a) SELECT a FROM c)",
        "WITH c AS (INSERT INTO layer SELECT * FROM layer RETURNING 1) SELECT * FROM c",
        "SELECT * FROM query('SELECT 1')",
        "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
        "ATTACH '/tmp/varve-must-not-be' AS other",
        "INSTALL httpfs",
        "LOAD httpfs",
        "PREPARE one AS SELECT 1",
        "EXPLAIN ANALYZE SELECT 1",
        "CALL pragma_version()",
        "SELECT * FROM pragma_version()",
        "EXPORT DATABASE '/tmp/varve-must-not-be'"
      })
  void whatWouldChangeAnythingIsRefused(String change) {
    assertThat(sql(change).endsWith(2).err()).contains("sql only reads");
    assertThat(Path.of("/tmp/varve-must-not-be")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM read_csv('/etc/hostname')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM glob('/etc/*')",
        "FROM parquet_metadata('/etc/hostname')",
        "FROM '/etc/hostname'",
        "FROM '/etc/hostname.csv'",
        "SELECT 1; SELECT 2",
        ""
      })
  void filesAndSeveralStatementsAreRefused(String query) {
    assertThat(sql(query).endsWith(2).err()).isNotBlank();
  }

  @Test
  void sparkIsRefusedWithWhereToReadInstead() {
    assertThat(
            varve("sql --engine spark --warehouse %s %s", SmallWorld.packed(), "SELECT 1")
                .endsWith(2)
                .err())
        .contains("local engine alone", "bi-and-sql.md");
  }

  @Test
  void aSecretOnTheCommandLineIsWarnedOf() throws Exception {
    String secret = "spark.hadoop.fs.s3a.secret.key=abc";
    String err =
        varve("sql --warehouse %s --set %s %s", SmallWorld.ingested(), secret, "SELECT 1")
            .done()
            .err();
    assertThat(err).contains("warning").contains("fs.s3a.secret.key").doesNotContain("abc");
  }

  @Test
  void filesAreReadWhereASettingAllowsIt() {
    Path settings = Path.of("../conf/reference.conf").toAbsolutePath().normalize();
    String file = "SELECT count(*) > 0 AS has FROM read_text('" + settings + "')";
    assertThat(sql(file).endsWith(2).err()).contains("--set sql.files=true");
    Path layers = SmallWorld.ingested().resolve("layer");
    assertThat(sql("SELECT * FROM '%s/*.parquet'".formatted(layers)).endsWith(2).err())
        .contains("layer/*.parquet is a file: --set sql.files=true allows to read it");
    assertThat(
            varve(
                    "sql --format csv --set sql.files=true --warehouse %s %s",
                    SmallWorld.packed(), file)
                .done()
                .lines())
        .containsExactly("has", "true");
    assertThat(
            varve("sql --set sql.files=perhaps --warehouse %s %s", SmallWorld.packed(), file)
                .endsWith(2)
                .err())
        .contains("sql.files is perhaps; choose one of [false, true]");
  }
}
