package dev.varve.jobs.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.report.Rendering;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every report on the case that report-case/README.md works out by hand, in Spark and in DuckDB;
 * the expected rows are in golden/NAME.csv. {@code -Dgolden=update} writes them anew, to be checked
 * by hand.
 */
class ReportCaseTest {
  private static SparkSession spark;
  private static DuckDb duck;

  @BeforeAll
  static void load() throws Exception {
    spark = TestEngine.session();
    duck = new DuckDb();
    for (String table : Tables.names()) {
      if (!table.equals("file_sharing")) {
        String rows = resource("report-case/" + table + ".sql");
        spark.sql(rows).createOrReplaceTempView(table);
        duck.execute("CREATE TABLE " + table + " AS " + rows);
      }
    }
    spark.sql(SqlFiles.text("derived", "file_sharing")).createOrReplaceTempView("file_sharing");
    duck.execute("CREATE TABLE file_sharing AS " + NAIVE_SHARING);
  }

  @AfterAll
  static void close() throws Exception {
    duck.close();
  }

  /** The definition, written down as it stands; it would not scale. */
  private static final String NAIVE_SHARING =
      """
      SELECT r.fingerprint, min(r.bytes) AS bytes,
             count(DISTINCT (r.layer_digest, r.position)) AS copies,
             count(DISTINCT r.layer_digest) AS layers,
             count(DISTINCT i.image_digest) AS images,
             count(DISTINCT t.repository) AS repositories
      FROM layer_recipe r
      LEFT JOIN image_layer i ON i.layer_digest = r.layer_digest
      LEFT JOIN image_tag t ON t.image_digest = i.image_digest
      WHERE r.kind = 'FILE'
      GROUP BY r.fingerprint
      """;

  static Set<String> reports() {
    return SqlFiles.folder("reports").keySet();
  }

  static Set<String> checks() {
    return SqlFiles.folder("checks").keySet();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyReportGivesTheRowsWorkedOutByHand(String name) throws Exception {
    List<String> inSpark = csv(spark.sql(SqlFiles.text("reports", name)));
    Path golden = Path.of("src/test/resources/golden", name + ".csv");
    if ("update".equals(System.getProperty("golden"))) {
      Files.write(golden, inSpark);
    }
    assertThat(inSpark).isEqualTo(Files.readAllLines(golden));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyReportIsTheSameInBothEngines(String name) throws Exception {
    String report = SqlFiles.text("reports", name);
    assertThat(csv(spark.sql(report))).isEqualTo(duck.csv(report));
  }

  @ParameterizedTest
  @MethodSource("checks")
  void everyCheckHoldsInBothEngines(String name) throws SQLException {
    String check = SqlFiles.text("checks", name);
    assertThat(csv(spark.sql(check))).isEqualTo(duck.csv(check)).hasSize(1);
  }

  @Test
  void theSharingDegreesAreThoseOfTheirDefinition() throws Exception {
    String rows = "SELECT * FROM file_sharing ORDER BY fingerprint";
    List<String> inSpark = csv(spark.sql(rows));
    assertThat(inSpark).isEqualTo(duck.csv(rows));
    assertThat(inSpark)
        .isEqualTo(Files.readAllLines(Path.of("src/test/resources/golden/file_sharing.csv")));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyReportAnswersOnAnEmptyWarehouse(String name) throws Exception {
    SparkSession empty = spark.newSession();
    try (DuckDb other = new DuckDb()) {
      for (String table : Tables.names()) {
        empty.createDataFrame(List.of(), Tables.schema(table)).createOrReplaceTempView(table);
        if (!table.equals("file_sharing")) {
          String like = resource("report-case/" + table + ".sql");
          other.execute("CREATE TABLE " + table + " AS SELECT * FROM (" + like + ") WHERE false");
        }
      }
      other.execute("CREATE TABLE file_sharing AS " + NAIVE_SHARING);
      String report = SqlFiles.text("reports", name);
      assertThat(csv(empty.sql(report))).isEqualTo(other.csv(report));
    }
  }

  private static List<String> csv(Dataset<Row> rows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Rendering.named(Rendering.Format.CSV)
        .print(
            new PrintStream(bytes, true, StandardCharsets.UTF_8),
            "",
            List.of(),
            rows.schema(),
            rows.collectAsList());
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportCaseTest.class.getResourceAsStream("/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
