package dev.varve.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Document;
import dev.varve.jobs.report.Figure;
import dev.varve.jobs.report.Format;
import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.run.TestEngine;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same warehouse through Spark and through DuckDB. */
class BothEnginesTest {
  @TempDir private Path folder;

  private static Queries duck(Path warehouse, String... settings) throws Exception {
    SettingReader reader = SettingReader.of("reading", null, List.of(settings));
    return new DuckQueries(WarehouseFiles.local(warehouse.toString()), QuerySettings.read(reader));
  }

  private static Queries spark(Path warehouse) throws Exception {
    SparkSession session = TestEngine.session();
    return new SparkQueries(session, new Warehouse(session, warehouse.toString()));
  }

  /** All reports in every form, each asked once. */
  private static String reports(Queries queries) throws IOException {
    List<Answer> answers = new ArrayList<>();
    queries.reports(
        List.copyOf(SqlFiles.folder("reports").keySet()),
        new Document() {
          @Override
          public void begin(List<String> names) {}

          @Override
          public void add(Answer answer) {
            answers.add(answer);
          }

          @Override
          public void end() {}
        });
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Format format : List.of(Format.CSV, Format.JSON, Format.TABLE)) {
      try (Document document = format.on(new PrintStream(bytes, true, StandardCharsets.UTF_8))) {
        document.all(answers);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyReportOfAWarehouseIsTheSame() throws Exception {
    Path warehouse = SmallWorld.simulated();
    try (Queries duck = duck(warehouse);
        Queries spark = spark(warehouse)) {
      assertThat(reports(duck)).isEqualTo(reports(spark)).hasSizeGreaterThan(10_000);
      assertThat(duck.faults()).isEmpty();
      assertThat(duck.stale()).isEqualTo(spark.stale());
    }
  }

  /** Without derived tables, and with a recipe that has lost a file. */
  @Test
  void whatIsStaleAndWhatDoesNotHoldAreTheSame() throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    try (Stream<Path> files = Files.list(warehouse.resolve("image_layer"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    try (Queries duck = duck(warehouse);
        Queries spark = spark(warehouse)) {
      assertThat(duck.stale()).isEqualTo(spark.stale()).isNotEmpty();
      List<String> found = new ArrayList<>();
      for (Queries queries : List.of(duck, spark)) {
        List<List<String>> rows = new ArrayList<>();
        for (Answer fault : queries.faults()) {
          rows.add(CsvRows.of(fault));
        }
        found.add(rows.toString());
      }
      assertThat(found.get(0)).isEqualTo(found.get(1)).contains("image");
    }
  }

  @Test
  void valuesOfAQueryAreOfNoEngine() throws Exception {
    String sql =
        """
        SELECT MAP {'a': 1} AS m, '\\x00\\xFF'::BLOB AS b, CAST(NULL AS INT) AS read_bytes, 0.5::DOUBLE AS x,
          7 AS n, 'sha1' AS digest, sum(9223372036854775807::BIGINT) AS whole,
          TIMESTAMPTZ '2024-02-29 12:00:00+01' AS at, [{'k': 1}] AS l
        """;
    try (Queries duck = duck(SmallWorld.ingested())) {
      for (int most : new int[] {Queries.ALL, 3}) {
        Answer answer = duck.query(sql, most);
        assertThat(answer.columns())
            .extracting(Answer.Column::figure)
            .startsWith(
                Figure.TEXT,
                Figure.TEXT,
                Figure.BYTES,
                Figure.NUMBER,
                Figure.COUNT,
                Figure.DIGEST,
                Figure.COUNT,
                Figure.TEXT);
        assertThat(CsvRows.of(answer))
            .containsExactly(
                "m,b,read_bytes,x,n,digest,whole,at,l",
                "\"{\"\"a\"\":1}\",00ff,,0.5,7,sha1,9223372036854775807,2024-02-29T11:00:00Z,"
                    + "\"[{\"\"k\"\":1}]\"");
      }
      assertThat(duck.query("FROM range(9)", 2).count()).isEqualTo(2);
      Answer all = duck.query("FROM range(9)", Queries.ALL);
      assertThat(all.count()).isEqualTo(all.count()).isEqualTo(9);
    }
  }

  /** A table's files are those of the moment at which the warehouse was opened. */
  @Test
  void aReaderSeesOneGeneration() throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    String count = "SELECT count(*) AS n FROM layer_recipe";
    try (Queries duck = duck(warehouse)) {
      List<String> before = CsvRows.of(duck.query(count, 1));
      try (Stream<Path> files = Files.list(warehouse.resolve("layer_recipe"))) {
        Path file = files.findFirst().orElseThrow();
        Files.copy(file, file.resolveSibling("later.parquet"));
      }
      assertThat(CsvRows.of(duck.query(count, 1))).isEqualTo(before);
    }
  }

  @Test
  void aFolderMayHaveAnyName() throws Exception {
    Path warehouse =
        SmallWorld.copy(SmallWorld.ingested(), folder.resolve("it's 100 %41 {a} #ü & more"));
    try (Queries duck = duck(warehouse)) {
      assertThat(duck.query("SELECT count(*) > 0 AS has FROM layer", Queries.ALL).rows())
          .containsExactly(List.of(true));
    }
  }

  @Test
  void memoryIsBounded() throws Exception {
    try (Queries duck =
        duck(SmallWorld.ingested(), "query.memory-share=0.01", "query.spill-folder=" + folder)) {
      String limit = CsvRows.of(duck.query("SELECT current_setting('memory_limit')", 1)).get(1);
      assertThat(limit).contains("iB");
      assertThatThrownBy(() -> duck.query("SELECT list(range) FROM range(1000000000)", 1).count())
          .hasMessageContaining("Memory");
    }
  }
}
