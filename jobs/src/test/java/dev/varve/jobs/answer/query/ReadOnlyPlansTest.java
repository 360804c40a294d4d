package dev.varve.jobs.answer.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.AllowedSql;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.engine.spark.ReadOnlyPlans;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a query may do: read the warehouse. What it may not, in every place that it can stand in.
 */
class ReadOnlyPlansTest {
  private static final int MANY = 20;
  private static final String PROPERTY = "dev.varve.jobs.answer.query.set";
  private static final String REFLECT =
      "reflect('java.lang.System', 'setProperty', '" + PROPERTY + "', 'yes')";

  @TempDir private static Path folder;
  private static SparkSession spark;
  private static Queries queries;
  private static Path secret;

  @BeforeAll
  static void open() throws Exception {
    spark = TestEngine.session();
    queries = BothEngines.spark(folder.resolve("w"));
    secret = Files.writeString(folder.resolve("secret.csv"), "hidden\nvalue\n");
  }

  private static List<List<@Nullable Object>> rows(String sql) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    queries.query(sql, 100).rows().forEach(rows::add);
    return rows;
  }

  /** The same statement with the folder's paths in it. */
  private static String placed(String sql) {
    return sql.replace("OUT", folder.resolve("out").toString())
        .replace("SECRET", "csv.`" + secret + "`")
        .replace("REFLECT", REFLECT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT OVERWRITE DIRECTORY 'OUT' USING csv SELECT 1",
        "INSERT OVERWRITE LOCAL DIRECTORY 'OUT' USING csv SELECT 1",
        "INSERT OVERWRITE DIRECTORY USING csv OPTIONS (path 'OUT') SELECT 1",
        "WITH one AS (SELECT 1) INSERT OVERWRITE DIRECTORY 'OUT' USING csv SELECT * FROM one",
        "FROM run INSERT OVERWRITE DIRECTORY 'OUT' USING csv SELECT *",
        "FROM run INSERT OVERWRITE DIRECTORY 'OUT' USING csv SELECT 1"
            + " INSERT OVERWRITE DIRECTORY 'OUT' USING csv SELECT 2",
        "EXPLAIN INSERT OVERWRITE DIRECTORY 'OUT' USING csv SELECT 1",
        "EXECUTE IMMEDIATE 'SET dev.varve.set=yes'",
        "EXECUTE IMMEDIATE 'INSERT OVERWRITE DIRECTORY ''OUT'' USING csv SELECT 1'",
        "EXPLAIN EXECUTE IMMEDIATE 'INSERT OVERWRITE DIRECTORY ''OUT'' USING csv SELECT 1'",
        "SELECT TRANSFORM(1) USING 'touch OUT'",
        "SELECT TRANSFORM(1) USING 'touch OUT' AS (a STRING)",
        "SELECT * FROM (SELECT TRANSFORM(1) USING 'touch OUT')",
        "SELECT 1 WHERE 1 IN (SELECT TRANSFORM(1) USING 'touch OUT' AS (a INT))",
        "FROM (SELECT 1 AS a) MAP a USING 'touch OUT'",
        "BEGIN INSERT OVERWRITE DIRECTORY 'OUT' USING csv SELECT 1; END",
        "BEGIN SELECT 1; END",
        "CREATE TEMPORARY VIEW extra AS SELECT 1",
        "CREATE TABLE extra USING parquet LOCATION 'OUT' AS SELECT 1 AS a",
        "CACHE TABLE extra AS SELECT 1",
        "CREATE TEMPORARY FUNCTION extra AS 'java.lang.String'",
        "DECLARE VARIABLE extra INT DEFAULT 1",
        "SET VAR extra = 1",
        "SET dev.varve.set=yes",
        "SET -v",
        "RESET",
        "USE default",
        "ADD JAR 'OUT'",
        "LIST FILES",
        "REFRESH TABLE run",
        "CALL system.anything()",
        "MERGE INTO run USING run AS b ON 1 = 1 WHEN MATCHED THEN DELETE"
      })
  void whatWritesSetsOrRunsIsRefusedWhereverItStands(String sql) throws IOException {
    assertThatThrownBy(() -> rows(placed(sql)))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("sql only reads");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(spark.conf().getOption("dev.varve.set").isEmpty()).isTrue();
    assertThat(spark.catalog().tableExists("extra")).isFalse();
    assertThat(spark.catalog().functionExists("extra")).isFalse();
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile)).containsExactly(secret);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT REFLECT",
        "SELECT java_method('java.lang.System', 'setProperty', 'dev.varve.jobs.answer.query.set', 'yes')",
        "SELECT try_reflect('java.lang.System', 'setProperty', 'dev.varve.jobs.answer.query.set', 'yes')",
        "SELECT builtin.REFLECT",
        "SELECT system.builtin.`reflect`('java.lang.System', 'setProperty', 'a', 'b')",
        "SELECT 1 ORDER BY REFLECT",
        "SELECT count(*) FILTER (WHERE REFLECT IS NULL) FROM range(3)",
        "SELECT transform(array(1), x -> REFLECT)",
        "SELECT * FROM VALUES (REFLECT)",
        "SELECT * FROM range(length(REFLECT))",
        "SELECT * FROM range(3) LATERAL VIEW explode(array(REFLECT)) t",
        "SELECT 1 LIMIT length(REFLECT)",
        "SELECT (SELECT max(REFLECT) FROM range(3))",
        "WITH one AS (SELECT REFLECT) SELECT 1",
        "SELECT * FROM range(3) |> WHERE REFLECT IS NULL",
        "EXPLAIN EXTENDED SELECT REFLECT",
        "DESCRIBE QUERY SELECT REFLECT"
      })
  void methodsOfJavaAreNotCalledUnlessASettingAllowsThem(String sql) {
    assertThatThrownBy(() -> rows(placed(sql)))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("sql.reflection");
    assertThat(System.getProperty(PROPERTY)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT IDENTIFIER('reflect')('java.lang.System', 'setProperty', 'a', 'b')",
        "SELECT IDENTIFIER('re' || 'flect')('java.lang.System', 'setProperty', 'a', 'b')",
        "SELECT * FROM IDENTIFIER('csv' || '.`/etc/passwd`')",
        "SELECT IDENTIFIER(IDENTIFIER('reflect')('java.lang.System', 'getProperty', 'a'))",
        "SELECT session.anything(1)",
        "SELECT anything(1)",
        "SELECT spark_catalog.default.anything(1)",
        "SELECT * FROM anything(1)",
        "SELECT * FROM python_worker_logs()",
        "SELECT * FROM default.anything",
        "SELECT * FROM anything",
        "SELECT * FROM STREAM run",
        "SELECT * FROM run VERSION AS OF 1"
      })
  void namesThatAreNoneOfTheWarehouseAndOfTheEngineAreRefused(String sql) {
    assertThatThrownBy(() -> rows(sql)).isInstanceOf(InvalidSettingsException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM SECRET",
        "SELECT 1 WHERE 'value' IN (SELECT _c0 FROM SECRET)",
        "WITH one AS (SELECT * FROM SECRET) SELECT * FROM one",
        "FROM SECRET SELECT *",
        "TABLE SECRET",
        "EXPLAIN SELECT * FROM SECRET",
        "DESCRIBE QUERY SELECT * FROM SECRET",
        "SELECT from_protobuf(X'00', 'M', '/etc/passwd')",
        "SELECT from_avro(X'00', '\"int\"', map('avroSchemaUrl', '/etc/passwd'))",
        "SELECT from_xml('<a/>', 'a INT', map('rowValidationXSDPath', '/etc/passwd'))",
        "SELECT schema_of_xml('<a/>', map('rowValidationXSDPath', '/etc/passwd'))",
        "SELECT xpath_string('<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>', 'a')"
      })
  void filesAreNotReadUnlessASettingAllowsThem(String sql) {
    assertThatThrownBy(() -> rows(placed(sql)))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("sql.files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SHOW TABLES",
        "SHOW VIEWS",
        "SHOW FUNCTIONS LIKE 'abs'",
        "SHOW COLUMNS IN run",
        "SHOW NAMESPACES",
        "DESCRIBE run",
        "DESCRIBE EXTENDED run",
        "DESCRIBE FUNCTION abs",
        "DESCRIBE QUERY WITH one AS (SELECT run_id FROM run) SELECT * FROM one",
        "EXPLAIN SELECT no_such_column FROM run",
        "EXPLAIN FORMATTED SELECT verb, count(*) FROM run GROUP BY verb",
        "SELECT DISTINCT a.run_id FROM run a JOIN run b USING (run_id) ORDER BY 1 LIMIT 3 OFFSET 1",
        "SELECT * FROM (SELECT 1 AS x, 2 AS y) UNPIVOT (v FOR n IN (x, y))",
        "SELECT * FROM (SELECT 1 AS k, 2 AS v) PIVOT (sum(v) FOR k IN (1, 2))",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r",
        "SELECT id, sum(id) OVER w FROM range(3) WINDOW w AS (ORDER BY id)",
        "SELECT id, row_number() OVER (ORDER BY id) AS r FROM range(3) QUALIFY r > 1",
        "SELECT id, count(*) FROM range(9) GROUP BY ROLLUP (id) HAVING count(*) > 0",
        "SELECT count(*) FILTER (WHERE id > 1), listagg(id) WITHIN GROUP (ORDER BY id) FROM range(9)",
        "SELECT * FROM range(3) r, LATERAL (SELECT r.id + 1) LATERAL VIEW explode(array(1)) t AS e",
        "SELECT /*+ BROADCAST(a) */ * FROM range(3) a JOIN range(3) b ON a.id = b.id",
        "SELECT 1 UNION ALL SELECT 2 EXCEPT SELECT 3 INTERSECT SELECT 4",
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM run) OR 1 NOT IN (SELECT 2) OR 1 = (SELECT 3)",
        "SELECT transform(array(1), x -> x + 1), extract(YEAR FROM current_date), 'a' || 'b', 7 DIV 2",
        "SELECT from_json('{}', 'a INT'), from_xml('<r><a>1</a></r>', 'a INT'), uuid(), rand()",
        "FROM range(9) SELECT id SELECT id + 1",
        "SELECT * FROM run TABLESAMPLE (50 PERCENT) DISTRIBUTE BY run_id",
        "SELECT * FROM range(9) |> WHERE id > 1 |> AGGREGATE count(*)",
        "SELECT * FROM stack(2, 1, 2)",
        "SELECT * FROM IDENTIFIER('run')",
        "VALUES (1, 'a'), (2, 'b')",
        "TABLE run"
      })
  void whatReadsIsAnswered(String sql) {
    assertThat(rows(sql)).isNotNull();
  }

  @Test
  void aSettingAllowsFilesAndAnotherOneMethods() {
    var session = (org.apache.spark.sql.classic.SparkSession) spark;
    var files = new ReadOnlyPlans(new AllowedSql(true, false));
    var methods = new ReadOnlyPlans(new AllowedSql(false, true));
    String file = placed("SELECT * FROM SECRET");
    String method = "SELECT reflect('java.lang.Math', 'max', 3, 4) AS most";
    assertThat(files.rows(session, file).count()).isEqualTo(2);
    assertThat(methods.rows(session, method).first().getString(0)).isEqualTo("4");
    for (Runnable refused :
        List.<Runnable>of(
            () -> files.rows(session, method),
            () -> methods.rows(session, file),
            () -> files.rows(session, "SELECT * FROM `java.lang.String`.`/etc/passwd`"),
            () ->
                files.rows(session, placed("INSERT OVERWRITE DIRECTORY 'OUT' USING csv SELECT 1")),
            () -> files.rows(session, placed("SELECT TRANSFORM(1) USING 'touch OUT'")))) {
      assertThatThrownBy(refused::run).isInstanceOf(InvalidSettingsException.class);
    }
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void nestingHasAnEnd() {
    assertThatThrownBy(() -> rows("SELECT " + "(".repeat(20_000) + "1" + ")".repeat(20_000)))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void everythingThatIsRefusedIsNamedAtOnce() {
    assertThatThrownBy(() -> rows(placed("EXPLAIN SELECT REFLECT FROM SECRET, nowhere.at_all")))
        .hasMessageContaining("does not call reflect")
        .hasMessageContaining("not csv.")
        .hasMessageContaining("not nowhere.at_all");
  }

  /** Of reports and checks every fourth, unless this is to be thorough: a plan takes a while. */
  @Test
  void reportsChecksAndViewsAreQueriesThatAnyoneMayAsk() {
    int step = Boolean.getBoolean("thorough") ? 1 : 4;
    for (String folder : List.of("reports", "checks", "views", "published", "derived")) {
      List<String> names = List.copyOf(new TreeSet<>(SqlFiles.folder(folder).keySet()));
      for (int at = 0; at < names.size(); at += names.size() > MANY ? step : 1) {
        String sql = SqlFiles.text(folder, names.get(at));
        assertThat(queries.query(sql, 1).columns()).as(names.get(at)).isNotEmpty();
      }
    }
  }
}
