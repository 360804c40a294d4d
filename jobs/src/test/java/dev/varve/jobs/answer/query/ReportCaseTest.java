package dev.varve.jobs.answer.query;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.answer.headline.Headline;
import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.SharingDegrees;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.local.DuckText;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.engine.spark.SparkEngine;
import dev.varve.jobs.engine.spark.SparkTuning;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.SparkRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every report on the case that report-case/README.md works out by hand, in Spark and in DuckDB;
 * the expected rows are in golden/NAME.csv. {@code -Dgolden=update} writes them anew, to be checked
 * by hand.
 */
class ReportCaseTest {
  private static final String COMPILED = "spark.sql.codegen.wholeStage";
  private static final Set<String> DERIVED = SqlFiles.folder("derived").keySet();
  private static final Map<String, Answer> ANSWERS = new HashMap<>();

  @TempDir private static Path warehouse;
  @TempDir private static Path scratch;
  private static SparkSession spark;
  private static DuckDb duck;
  private static Queries asked;
  private static SparkSession emptySpark;
  private static DuckDb emptyDuck;

  @BeforeAll
  static void load() throws Exception {
    spark = session();
    duck = new DuckDb();
    for (String table : Tables.names()) {
      if (!DERIVED.contains(table)) {
        String rows = resource("report-case/" + table + ".sql");
        Dataset<Row> made = once(spark.sql(rows));
        made.createOrReplaceTempView(table);
        made.createOrReplaceTempView("every_" + table);
        duck.execute("CREATE TABLE " + table + " AS " + rows);
        duck.execute("CREATE VIEW every_" + table + " AS SELECT * FROM " + table);
      }
    }
    views(spark, false);
    Engine engine = new SparkEngine(spark, 0, Locations.of(scratch), "report case");
    SharingDegrees.makeFileViews(engine);
    SharingDegrees.makeChunkViews(engine);
    for (String table :
        List.of("file_sharing", "file_bundle", "file_origin", "chunk_sharing", "chunk_bundle")) {
      engine.materialize(table, Query.of("sharing", table));
    }
    for (String table : List.of("content_dedup", "file_path")) {
      once(spark.sql(SqlFiles.text("derived", table))).createOrReplaceTempView(table);
    }
    views(spark, true);
    derive(duck);
    Files.createDirectories(warehouse.resolve(".varve")); // as a warehouse has
    for (String table : Tables.names()) {
      Path folder = Files.createDirectories(warehouse.resolve(table));
      duck.execute("COPY %s TO '%s/a.parquet' (FORMAT parquet)".formatted(table, folder));
    }
    asked = BothEngines.duck(warehouse, "engine.verify-pages=false");
  }

  /** The same rows, worked out now and not for each question. */
  private static Dataset<Row> once(Dataset<Row> rows) {
    return spark.createDataFrame(rows.collectAsList(), rows.schema());
  }

  /** With the settings that few rows have in {@link SparkTuning}. */
  private static SparkSession session() {
    SparkSession session = TestEngine.session();
    SparkTuning.fit(session, 0);
    session
        .conf()
        .set("spark.sql.shuffle.partitions", "1"); // as small data has, but for the tests'
    return session;
  }

  private static void views(SparkSession session, boolean overDerived) {
    for (String view : views(overDerived)) {
      session.sql(SqlFiles.text("views", view)).createOrReplaceTempView(view);
    }
    if (overDerived) {
      SqlFiles.folder("published")
          .forEach((name, sql) -> session.sql(sql).createOrReplaceTempView(name));
    }
  }

  private static List<String> views(boolean overDerived) {
    return Tables.views().stream()
        .filter(view -> overDerived != Collections.disjoint(Tables.tablesReadBy(view), DERIVED))
        .toList();
  }

  @BeforeAll
  static void loadNothing() throws Exception {
    emptyDuck = new DuckDb();
    for (String table : Tables.names()) {
      if (!DERIVED.contains(table)) {
        String like = resource("report-case/" + table + ".sql");
        emptyDuck.execute("CREATE TABLE " + table + " AS SELECT * FROM (" + like + ") WHERE false");
        emptyDuck.execute("CREATE VIEW every_" + table + " AS SELECT * FROM " + table);
      }
    }
    derive(emptyDuck);
    emptySpark = session();
    if (Boolean.getBoolean("thorough")) {
      for (String table : Tables.names()) {
        emptySpark
            .createDataFrame(List.of(), SparkRows.schema(table))
            .createOrReplaceTempView(table);
        emptySpark.table(table).createOrReplaceTempView("every_" + table);
      }
      views(emptySpark, false);
      views(emptySpark, true);
    }
  }

  private static void derive(DuckDb other) throws Exception {
    for (String view : views(false)) {
      other.execute("CREATE VIEW " + view + " AS " + DuckText.views().get(view));
    }
    for (String table : DERIVED) {
      other.execute(
          "CREATE TABLE "
              + table
              + " AS "
              + DuckText.withBigintSums(SqlFiles.text("derived", table)));
    }
    for (String view : views(true)) {
      other.execute("CREATE VIEW " + view + " AS " + DuckText.views().get(view));
    }
    other.published();
  }

  @AfterAll
  static void close() throws Exception {
    asked.close();
    duck.close();
    emptyDuck.close();
  }

  static Set<String> reports() {
    return SqlFiles.folder("reports").keySet();
  }

  static Set<String> checks() {
    return SqlFiles.folder("checks").keySet();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyReportGivesTheRowsWorkedOutByHand(String name) throws Exception {
    List<String> inSpark = CsvRows.of(answer(name));
    Path golden = Path.of("src/test/resources/golden", name + ".csv");
    if ("update".equals(System.getProperty("golden"))) {
      Files.write(golden, inSpark);
    }
    assertThat(inSpark).isEqualTo(Files.readAllLines(golden));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyReportIsTheSameInBothEngines(String name) throws Exception {
    assertThat(CsvRows.of(answer(name))).isEqualTo(duck.csv(SqlFiles.text("reports", name)));
    // And from the files of a warehouse to what is printed.
    assertThat(BothEngines.printed(BothEngines.reports(asked, List.of(name))))
        .isEqualTo(BothEngines.printed(List.of(answer(name))));
  }

  @Test
  void theHeadlineIsTheOneWorkedOutByHand() throws Exception {
    Headline headline = Headline.of(asked);
    assertThat(headline.lines(TableStyle.PLAIN))
        .isEqualTo(Files.readAllLines(Path.of("src/test/resources/golden/headline.txt")));
    assertThat(headline.lines(new TableStyle(80, List.of(), Set.of())))
        .allMatch(line -> line.length() <= 80)
        .hasSizeLessThanOrEqualTo(50);
  }

  /** The headline of a warehouse's files, as either engine reads them. */
  @Tag("thorough")
  @Test
  void theHeadlineIsTheSameInBothEngines() throws Exception {
    List<String> lines = Headline.of(asked).lines(TableStyle.PLAIN);
    // Of so much data that checks are not run: those of files are BothEnginesTest's.
    SettingReader settings =
        TestEngine.settings("tuning.answer.small-bytes=1", "engine.name=spark");
    QuerySettings large = QuerySettings.read(settings);
    try (Queries bySpark = Queries.open("test", settings.finish(), large, warehouse.toString())) {
      assertThat(Headline.of(bySpark).lines(TableStyle.PLAIN))
          .contains("  Not run on so much data: varve check runs them.")
          .filteredOn(line -> !line.contains("Not run"))
          .isEqualTo(lines.stream().filter(line -> !line.matches("  All \\d+ pass\\.")).toList())
          .hasSize(lines.size() - 1);
    }
  }

  /** derive of an earlier version made no table of origins. */
  @Test
  void withoutOriginsOfDuplicatesTheHeadlineSaysWhatCountsThem(@TempDir Path folder)
      throws Exception {
    Path older = folder.resolve("w");
    for (String table : Tables.names()) {
      String rows = table.equals("file_origin") ? "(FROM file_origin WHERE false)" : table;
      Path of = Files.createDirectories(older.resolve(table));
      duck.execute("COPY %s TO '%s/a.parquet' (FORMAT parquet)".formatted(rows, of));
    }
    Files.createDirectories(older.resolve(".varve"));
    try (Queries questions = BothEngines.duck(older, "engine.verify-pages=false")) {
      assertThat(Headline.of(questions).lines(TableStyle.PLAIN))
          .contains("  Where duplicates come from: varve derive counts it.")
          .noneMatch(line -> line.contains("are duplicates: "));
    }
  }

  /** Contents 0 to 6 of the layers 01 22 50 90 c0, whose numbers are 0 to 4. */
  @Test
  void theBundlesAreThoseWorkedOutByHand() throws Exception {
    assertThat(
            duck.csv(
                "SELECT lower(hex(bundle)), files, bytes, layers, all_layers FROM file_bundle ORDER BY 1"))
        .containsExactly(
            "lower(hex(bundle)),files,bytes,layers,all_layers",
            "e0,2,1000,\"[0, 1, 3]\",5",
            "f2,1,200,\"[0, 1]\",5",
            "f3,1,64,\"[1, 4]\",5",
            "f4,1,300,\"[2, 3]\",5",
            "f5,1,8,[2],5",
            "f6,1,512,[4],5");
    assertThat(
            duck.csv(
                "SELECT lower(hex(bundle)), chunks, bytes, snapshots, all_snapshots FROM chunk_bundle ORDER BY 1"))
        .containsExactly(
            "lower(hex(bundle)),chunks,bytes,snapshots,all_snapshots",
            "0100000000000000,3,60,\"[0, 1, 2]\",4",
            "0400000000000000,1,40,[1],4",
            "0500000000000000,1,50,[2],4");
  }

  @Test
  void theContentsByPathAreThoseWorkedOutByHand() throws Exception {
    assertThat(
            duck.csv(
                "SELECT lower(hex(fingerprint)), path, content_type, files, bytes, all_layers,"
                    + " stored_bytes, most_stored_bytes"
                    + " FROM file_path ORDER BY 1, 2"))
        .containsExactly(
            "lower(hex(fingerprint)),path,content_type,files,bytes,all_layers,stored_bytes,most_stored_bytes",
            "e0,etc/empty,empty,1,0,5,40,40",
            "e0,etc/empty2,empty,1,0,5,30,30",
            "e0,srv/zero,empty,1,0,5,20,20",
            "f1,bin/tool,elf,1,1000,5,600,600",
            "f1,bin/tool-copy,elf,1,1000,5,500,500",
            "f1,opt/lib/libx.so.1,elf,1,1000,5,500,500",
            "f1,srv/copy.bin,elf,1,1000,5,400,400",
            "f2,etc/conf.txt,text,2,200,5,220,120",
            "f3,opt/run.sh,script,1,64,5,50,50",
            "f3,x/run.sh,script,1,64,5,1024,1024",
            "f4,data/a.gz,archive,1,300,5,180,180",
            "f4,data/b.tgz,archive,1,300,5,100,100",
            "f4,srv/a.gz,archive,1,300,5,200,200",
            "f5,bin/tool,text,1,8,5,30,30",
            "f6,x/big.jar,archive,1,512,5,1024,1024");
  }

  @ParameterizedTest
  @MethodSource("checks")
  void everyCheckHolds(String name) throws Exception {
    String check = SqlFiles.text("checks", name);
    List<String> rows = duck.csv(check);
    assertThat(rows).hasSize(1);
    if (Boolean.getBoolean("thorough")) {
      interpreted(spark);
      assertThat(csv(spark.sql(check))).isEqualTo(rows);
    }
  }

  /** Each check on a case in which one table is broken, as report-case/faults.csv has it. */
  @ParameterizedTest
  @CsvFileSource(
      resources = "/report-case/faults.csv",
      delimiter = '|',
      quoteCharacter = '\0',
      numLinesToSkip = 1)
  void everyCheckFindsItsFaultInBothEngines(
      String name, String table, String broken, @TempDir Path folder) throws Exception {
    interpreted(spark);
    String check = SqlFiles.text("checks", name);
    Dataset<Row> sound = spark.table(table);
    Path file = folder.resolve("broken.parquet");
    // With the types of the table, and renamed at last, as main.x finds a temporary x as well.
    duck.execute("CREATE TEMP TABLE broken AS FROM main." + table + " LIMIT 0");
    duck.execute("INSERT INTO broken " + broken);
    duck.execute("ALTER TABLE broken RENAME TO " + table);
    duck.execute("COPY temp." + table + " TO '" + file + "' (FORMAT parquet)");
    try {
      // With the schema that is known: to find it, Spark would run a job.
      spark.read().schema(sound.schema()).parquet(file.toString()).createOrReplaceTempView(table);
      assertThat(csv(spark.sql(check))).isEqualTo(duck.csv(check)).hasSizeGreaterThan(1);
    } finally {
      sound.createOrReplaceTempView(table);
      duck.execute("DROP TABLE temp." + table);
    }
  }

  @Test
  void everyCheckHasAFaultToFind() throws IOException {
    assertThat(
            resource("report-case/faults.csv")
                .lines()
                .skip(1)
                .map(line -> line.split("\\|")[0])
                .distinct())
        .containsExactlyElementsOf(checks());
  }

  static Set<String> derived() {
    return DERIVED;
  }

  /** DuckDB's table is the definition; Spark's is what derive made, of most by folds. */
  @ParameterizedTest
  @MethodSource("derived")
  void aDerivedTableIsThatOfItsDefinitionInBothEngines(String name) throws Exception {
    String by =
        switch (name) {
          case "content_dedup" -> " ORDER BY scope, subject, chunker";
          case "file_origin" -> " ORDER BY origin";
          case "file_bundle", "chunk_bundle" -> " ORDER BY bundle";
          case "file_path" -> " ORDER BY fingerprint, path, content_type";
          default -> " ORDER BY fingerprint NULLS FIRST";
        };
    String order = texts("(" + SqlFiles.text("derived", name) + "\n)", name) + by;
    List<String> folded = csv(spark.sql(texts(name, name) + by));
    assertThat(folded).isEqualTo(csv(spark.sql(order))).isEqualTo(duck.csv(order));
  }

  /** Lists as texts. */
  private static String texts(String rows, String table) {
    String columns =
        Tables.declaration(table).columns().entrySet().stream()
            .map(
                column ->
                    column.getValue().equals("ARRAY<INT>")
                        ? "CAST(%1$s AS STRING) AS %1$s".formatted(column.getKey())
                        : column.getKey())
            .collect(Collectors.joining(", "));
    return "SELECT " + columns + " FROM " + rows;
  }

  @Test
  void theSharingDegreesOfFilesAreThoseWorkedOutByHand() throws Exception {
    assertThat(csv(spark.sql("SELECT * FROM file_sharing ORDER BY fingerprint")))
        .isEqualTo(Files.readAllLines(Path.of("src/test/resources/golden/file_sharing.csv")));
  }

  @Test
  void theSharingDegreesOfChunksAreThoseWorkedOutByHand() throws Exception {
    assertThat(csv(spark.sql("SELECT * FROM chunk_sharing ORDER BY zero, fingerprint")))
        .containsExactly(
            "fingerprint,zero,bytes,copies,segments,snapshots,vms,referenced_bytes",
            "0100000000000000,false,10,3,3,3,2,30",
            "0200000000000000,false,20,3,3,3,2,60",
            "0300000000000000,false,30,4,3,3,2,120",
            "0400000000000000,false,40,1,1,1,1,40",
            "0500000000000000,false,50,1,1,1,1,50",
            ",true,0,4,4,4,3,70");
  }

  /** Ends of lines and small letters are not the same in Java as in DuckDB. */
  @Test
  void extensionsOfOddNamesAreThoseOfBothEngines() throws Exception {
    List<String> paths =
        List.of(
            "u/a.so.1\u0085", "u/b.so.1\u2028", "u/c.SO.1.2", "u/d.\u0130X", "u/e.A\u03a3", "u/.f");
    String rows =
        IntStream.range(0, paths.size())
            .mapToObj(
                at ->
                    "SELECT unhex('0%d') AS fingerprint, '%s' AS path, 'text' AS content_type, 1 AS files, %d AS bytes, 9 AS stored_bytes, 9 AS most_stored_bytes"
                        .formatted(at, paths.get(at), at + 1))
            .collect(Collectors.joining(" UNION ALL "));
    Dataset<Row> sound = spark.table("named_file");
    duck.execute("CREATE TEMP VIEW named_file AS " + rows);
    try {
      spark.sql(rows).createOrReplaceTempView("named_file");
      String report = SqlFiles.text("reports", "savings-by-type");
      assertThat(csv(spark.sql(report)))
          .isEqualTo(duck.csv(report))
          .filteredOn(line -> line.startsWith("family,"))
          .extracting(line -> line.split(",")[2])
          .containsExactlyInAnyOrder("1\u0085", "1\u2028", "so", "\u0130x", "a\u03a3", "none");
    } finally {
      sound.createOrReplaceTempView("named_file");
      duck.execute("DROP VIEW temp.named_file");
    }
  }

  /** Printed figures are SQL for both engines too: the same doubles. */
  @Test
  void publishedFiguresAreTheSameInBothEngines() throws Exception {
    for (String name : SqlFiles.folder("published").keySet()) {
      String rows = "SELECT * FROM " + name;
      assertThat(csv(spark.sql(rows))).isEqualTo(duck.csv(rows)).hasSizeGreaterThan(5);
    }
  }

  /** r = 2: (60 + 20 + 50 + 40) x 2, and 40 more for each further copy of what is popular. */
  @Test
  void theReplicasThatCostIsReckonedFromAreThoseOfTheRun() throws Exception {
    Dataset<Row> sound = spark.table("run");
    sound
        .withColumn("settings", map(lit("backup.replicas"), lit("2")))
        .createOrReplaceTempView("run");
    try {
      assertThat(csv(spark.sql(SqlFiles.text("reports", "replication-cost"))))
          .contains("srb,2,,300,0,0.0,150.0")
          .contains("vc,2,2,340,0,0.0,170.0")
          .contains("vc,2,3,380,40,0.11764705882352944,190.0")
          .hasSize(1 + 8);
    } finally {
      sound.createOrReplaceTempView("run");
    }
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyReportAnswersOnAnEmptyWarehouse(String name) throws Exception {
    String report = SqlFiles.text("reports", name);
    List<String> rows = emptyDuck.csv(report);
    assertThat(rows).isNotEmpty();
    if (Boolean.getBoolean("thorough")) {
      interpreted(emptySpark);
      assertThat(csv(emptySpark.sql(report))).isEqualTo(rows);
    }
  }

  /** Many short questions: compiling each would take longer than answering it. */
  private static void interpreted(SparkSession session) {
    session.conf().set(COMPILED, "false");
  }

  /** What Spark answers, worked out once: thoroughly, by compiled code as for many rows. */
  private static Answer answer(String report) {
    if (Boolean.getBoolean("thorough")) {
      spark.conf().set(COMPILED, "true");
      spark.conf().set("spark.sql.codegen.factoryMode", "FALLBACK");
    } else {
      interpreted(spark);
    }
    return ANSWERS.computeIfAbsent(
        report, name -> BothEngines.answer(spark, Question.of(List.of(name)).get(0)));
  }

  /** Of many rows Spark computes once what several parts of a query read. */
  @ParameterizedTest
  @ValueSource(strings = {"repository-sharing", "snapshot-sharing"})
  void whatIsComputedOnceIsTheSame(String report) {
    Question question = Question.of(List.of(report)).get(0);
    assertThat(question.sql()).contains("/* once */ true");
    String parts = "spark.sql.shuffle.partitions";
    String before = spark.conf().get(parts);
    spark.conf().set(parts, "2");
    try {
      List<String> rows = CsvRows.of(BothEngines.answer(spark, question));
      assertThat(rows).hasSizeGreaterThan(1).isEqualTo(CsvRows.of(answer(report)));
    } finally {
      spark.conf().set(parts, before);
    }
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
