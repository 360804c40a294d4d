package dev.varve.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.run.DuckDb;
import dev.varve.jobs.run.TestEngine;
import dev.varve.jobs.sharing.SharingDegrees;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every report on the case that report-case/README.md works out by hand, in Spark and in DuckDB;
 * the expected rows are in golden/NAME.csv. {@code -Dgolden=update} writes them anew, to be checked
 * by hand.
 */
class ReportCaseTest {
  private static final Map<String, List<String>> ANSWERS = new HashMap<>();

  private static SparkSession spark;
  private static DuckDb duck;
  private static SparkSession emptySpark;
  private static DuckDb emptyDuck;

  @BeforeAll
  static void load() throws Exception {
    spark = TestEngine.session();
    duck = new DuckDb();
    for (String table : Tables.names()) {
      if (!DERIVED.contains(table)) {
        String rows = resource("report-case/" + table + ".sql");
        spark.sql(rows).createOrReplaceTempView(table);
        duck.execute("CREATE TABLE " + table + " AS " + rows);
      }
    }
    spark.sql(SqlFiles.text("views", "segment_chunk")).createOrReplaceTempView("segment_chunk");
    SharingDegrees degrees = new SharingDegrees(spark);
    degrees.files(3).createOrReplaceTempView("file_sharing");
    degrees.chunks(3).createOrReplaceTempView("chunk_sharing");
    derive(duck);
  }

  @BeforeAll
  static void loadNothing() throws Exception {
    emptySpark = TestEngine.session();
    emptyDuck = new DuckDb();
    for (String table : Tables.names()) {
      emptySpark.createDataFrame(List.of(), Tables.schema(table)).createOrReplaceTempView(table);
      if (!DERIVED.contains(table)) {
        String like = resource("report-case/" + table + ".sql");
        emptyDuck.execute("CREATE TABLE " + table + " AS SELECT * FROM (" + like + ") WHERE false");
      }
    }
    emptySpark
        .sql(SqlFiles.text("views", "segment_chunk"))
        .createOrReplaceTempView("segment_chunk");
    derive(emptyDuck);
  }

  private static void derive(DuckDb other) throws Exception {
    other.execute("CREATE VIEW segment_chunk AS " + SqlFiles.text("duckdb", "segment_chunk"));
    other.execute("CREATE TABLE file_sharing AS " + NAIVE_SHARING);
    other.execute("CREATE TABLE chunk_sharing AS " + NAIVE_CHUNK_SHARING);
  }

  @AfterAll
  static void close() throws Exception {
    duck.close();
    emptyDuck.close();
  }

  private static final List<String> DERIVED = List.of("chunk_sharing", "file_sharing");

  /** The same of chunks. */
  private static final String NAIVE_CHUNK_SHARING =
      """
      SELECT fingerprint, false AS zero, CAST(min(bytes) AS BIGINT) AS bytes, count(*) AS copies,
             count(DISTINCT (vm, snapshot, segment)) AS segments,
             count(DISTINCT (vm, snapshot)) AS snapshots, count(DISTINCT vm) AS vms,
             CAST(sum(bytes) AS BIGINT) AS referenced_bytes
      FROM segment_chunk WHERE NOT zero GROUP BY fingerprint
      UNION ALL
      SELECT NULL, true, 0,
             CAST((SELECT count(*) FROM segment_chunk WHERE zero) + count_if(chunks = 0) AS BIGINT),
             count(*), count(DISTINCT (vm, snapshot)), count(DISTINCT vm),
             CAST(sum(zero_bytes) AS BIGINT)
      FROM segment WHERE zero_bytes > 0 HAVING count(*) > 0
      """;

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
    List<String> inSpark = answer(name);
    Path golden = Path.of("src/test/resources/golden", name + ".csv");
    if ("update".equals(System.getProperty("golden"))) {
      Files.write(golden, inSpark);
    }
    assertThat(inSpark).isEqualTo(Files.readAllLines(golden));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyReportIsTheSameInBothEngines(String name) throws Exception {
    assertThat(answer(name)).isEqualTo(duck.csv(SqlFiles.text("reports", name)));
  }

  @ParameterizedTest
  @MethodSource("checks")
  void everyCheckHoldsInBothEngines(String name) throws SQLException {
    String check = SqlFiles.text("checks", name);
    assertThat(csv(spark.sql(check))).isEqualTo(duck.csv(check)).hasSize(1);
  }

  /** Each check on a case in which one table is broken, as report-case/faults.csv has it. */
  @ParameterizedTest
  @CsvFileSource(
      resources = "/report-case/faults.csv",
      delimiter = '|',
      quoteCharacter = '\0',
      numLinesToSkip = 1)
  void everyCheckFindsItsFaultInBothEngines(
      String name, String table, String broken, @TempDir Path folder) throws SQLException {
    String check = SqlFiles.text("checks", name);
    Dataset<Row> sound = spark.table(table);
    Path file = folder.resolve("broken.parquet");
    duck.execute("CREATE TEMP TABLE " + table + " AS " + broken);
    duck.execute("COPY temp." + table + " TO '" + file + "' (FORMAT parquet)");
    try {
      spark.read().parquet(file.toString()).createOrReplaceTempView(table);
      assertThat(csv(spark.sql(check))).isEqualTo(duck.csv(check)).hasSizeGreaterThan(1);
    } finally {
      sound.createOrReplaceTempView(table);
      duck.execute("DROP TABLE temp." + table);
    }
  }

  @Test
  void everyCheckHasAFaultToFind() throws IOException {
    assertThat(resource("report-case/faults.csv").lines().skip(1).map(line -> line.split("\\|")[0]))
        .containsExactlyElementsOf(checks());
  }

  @Test
  void theSharingDegreesAreThoseOfTheirDefinition() throws Exception {
    String rows = "SELECT * FROM file_sharing ORDER BY fingerprint";
    List<String> inSpark = csv(spark.sql(rows));
    assertThat(inSpark).isEqualTo(duck.csv(rows));
    assertThat(inSpark)
        .isEqualTo(Files.readAllLines(Path.of("src/test/resources/golden/file_sharing.csv")));
  }

  @Test
  void theSharingDegreesOfChunksAreThoseOfTheirDefinition() throws Exception {
    String rows = "SELECT * FROM chunk_sharing ORDER BY zero, fingerprint";
    assertThat(csv(spark.sql(rows)))
        .isEqualTo(duck.csv(rows))
        .containsExactly(
            "fingerprint,zero,bytes,copies,segments,snapshots,vms,referenced_bytes",
            "0100000000000000,false,10,3,3,3,2,30",
            "0200000000000000,false,20,3,3,3,2,60",
            "0300000000000000,false,30,4,3,3,2,120",
            "0400000000000000,false,40,1,1,1,1,40",
            "0500000000000000,false,50,1,1,1,1,50",
            ",true,0,4,4,4,3,70");
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyReportAnswersOnAnEmptyWarehouse(String name) throws Exception {
    String report = SqlFiles.text("reports", name);
    assertThat(csv(emptySpark.sql(report))).isEqualTo(emptyDuck.csv(report));
  }

  /** What Spark answers; worked out once. */
  private static List<String> answer(String report) {
    return ANSWERS.computeIfAbsent(report, name -> csv(spark.sql(SqlFiles.text("reports", name))));
  }

  private static List<String> csv(Dataset<Row> rows) {
    return CsvRows.of(rows);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportCaseTest.class.getResourceAsStream("/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
