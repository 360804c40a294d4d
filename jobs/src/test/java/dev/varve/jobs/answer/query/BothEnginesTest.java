package dev.varve.jobs.answer.query;

import static dev.varve.jobs.answer.query.BothEngines.duck;
import static dev.varve.jobs.answer.query.BothEngines.printed;
import static dev.varve.jobs.answer.query.BothEngines.reports;
import static dev.varve.jobs.answer.query.BothEngines.spark;
import static dev.varve.jobs.answer.query.BothEngines.statements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same warehouse through Spark and through DuckDB. */
class BothEnginesTest {
  @TempDir private Path folder;

  /** From table to terminal. All reports are held against rows by hand in ReportCaseTest. */
  @Test
  void reportsOfAWarehouseAreTheSame() throws Exception {
    Path warehouse = SmallWorld.simulated();
    List<String> names =
        List.of(
            "coverage",
            "dedup-summary",
            "image-efficiency",
            "backup-efficiency",
            "availability-front",
            "deletion-leakage");
    try (Queries duck = duck(warehouse);
        Queries spark = spark(warehouse)) {
      assertThat(printed(reports(duck, names)))
          .isEqualTo(printed(reports(spark, names)))
          .hasSizeGreaterThan(10_000);
      assertThat(duck.faults()).isEmpty();
      assertThat(duck.stale()).isEqualTo(spark.stale());
    }
  }

  /** The queries that restore layers, for one that shares contents with others. */
  @Test
  void whatRestoringAsksIsAnsweredTheSame() throws Exception {
    Path warehouse = SmallWorld.ingested();
    try (Queries duck = duck(warehouse);
        Queries spark = spark(warehouse);
        Statements statements = statements(warehouse)) {
      String shared =
          "SELECT layer_digest FROM layer_recipe WHERE kind = 'FILE' AND bytes > 0"
              + " GROUP BY layer_digest ORDER BY count(*) DESC, layer_digest LIMIT 1";
      String digest = String.valueOf(statements.answer(shared, 1).rows().iterator().next().get(0));
      Map<String, String> parameters = Map.of("layer", digest, "seed", "7");
      for (String name : List.of("layer", "framing", "files", "containing", "inputs", "drawn")) {
        String sql = SqlFiles.text("restore", name);
        List<String> rows = texts(spark.stream(sql, parameters));
        assertThat(texts(duck.stream(sql, parameters)))
            .as(name)
            .isNotEmpty()
            .containsExactlyInAnyOrderElementsOf(rows);
      }
    }
  }

  private static List<String> texts(Iterator<List<@Nullable Object>> rows) {
    List<String> texts = new ArrayList<>();
    rows.forEachRemaining(
        row ->
            texts.add(
                row.stream()
                    .map(cell -> cell instanceof byte[] b ? Arrays.toString(b) : "" + cell)
                    .collect(Collectors.joining("|"))));
    return texts;
  }

  /** One result is read while another is, as framing is beside the files. */
  @Test
  void resultsAreReadSideBySide() throws Exception {
    String sql = "SELECT path FROM layer_recipe WHERE kind = :kind ORDER BY layer_digest, position";
    try (Queries duck = duck(SmallWorld.ingested())) {
      List<String> alone = texts(duck.stream(sql, Map.of("kind", "FILE")));
      Iterator<List<@Nullable Object>> one = duck.stream(sql, Map.of("kind", "FILE"));
      Iterator<List<@Nullable Object>> other = duck.stream(sql, Map.of("kind", "FILE"));
      assertThat(one.next()).isEqualTo(other.next());
      assertThat(texts(duck.stream(sql, Map.of("kind", "' OR kind <> '")))).isEmpty();
      assertThat(texts(one)).isEqualTo(texts(other)).isEqualTo(alone.subList(1, alone.size()));
    }
  }

  /** Without derived tables, and with a recipe that has lost a file. */
  @Tag("thorough")
  @Test
  void whatIsStaleAndWhatDoesNotHoldAreTheSame() throws Exception {
    Path warehouse =
        SmallWorld.unpublished(SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w")));
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
    try (Statements duck = statements(SmallWorld.ingested())) {
      for (int most : new int[] {Queries.ALL, 3}) {
        Answer answer = duck.answer(sql, most);
        assertThat(answer.columns())
            .extracting(Answer.Column::unit)
            .startsWith(
                ColumnUnit.TEXT,
                ColumnUnit.TEXT,
                ColumnUnit.BYTES,
                ColumnUnit.NUMBER,
                ColumnUnit.COUNT,
                ColumnUnit.DIGEST,
                ColumnUnit.COUNT,
                ColumnUnit.TEXT);
        assertThat(CsvRows.of(answer))
            .containsExactly(
                "m,b,read_bytes,x,n,digest,whole,at,l",
                "\"{\"\"a\"\":1}\",00ff,,0.5,7,sha1,9223372036854775807,2024-02-29T11:00:00Z,"
                    + "\"[{\"\"k\"\":1}]\"");
      }
      assertThat(duck.answer("FROM range(9)", 2).count()).isEqualTo(2);
      Answer all = duck.answer("FROM range(9)", Queries.ALL);
      assertThat(all.count()).isEqualTo(all.count()).isEqualTo(9);
    }
  }

  /** A table's files are those of the moment at which the warehouse was opened. */
  @Test
  void aReaderSeesOneGeneration() throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    String count = "SELECT count(*) AS n FROM layer_recipe";
    try (Statements duck = statements(warehouse)) {
      List<String> before = CsvRows.of(duck.answer(count, 1));
      try (Stream<Path> files = Files.list(warehouse.resolve("layer_recipe"))) {
        Path file = files.findFirst().orElseThrow();
        Files.copy(file, file.resolveSibling("later.parquet"));
      }
      assertThat(CsvRows.of(duck.answer(count, 1))).isEqualTo(before);
    }
  }

  @Test
  void aFolderMayHaveAnyName() throws Exception {
    Path warehouse =
        SmallWorld.copy(SmallWorld.ingested(), folder.resolve("it's 100 %41 {a} #ü & more"));
    try (Statements duck = statements(warehouse)) {
      assertThat(duck.answer("SELECT count(*) > 0 AS has FROM layer", Queries.ALL).rows())
          .containsExactly(List.of(true));
    }
  }

  @Test
  void memoryIsBounded() throws Exception {
    try (Statements duck =
        statements(
            SmallWorld.ingested(), "engine.memory-share=0.01", "engine.spill-folder=" + folder)) {
      String limit = CsvRows.of(duck.answer("SELECT current_setting('memory_limit')", 1)).get(1);
      assertThat(limit).contains("iB");
      assertThatThrownBy(() -> duck.answer("SELECT list(range) FROM range(1000000000)", 1).count())
          .hasMessageContaining("Memory");
    }
  }

  @Test
  void aSpillFolderThatCannotBeMadeIsInNobodysWayThatSpillsNothing() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    try (Statements duck = statements(SmallWorld.ingested(), "engine.spill-folder=" + file)) {
      assertThat(duck.answer("SELECT count(*) > 0 AS has FROM layer", Queries.ALL).rows())
          .containsExactly(List.of(true));
    }
  }

  @Test
  void whatIsSpilledIsTheOwnersAloneAndGoesAtTheEnd() throws Exception {
    Path spill = folder.resolve("made/by/need");
    try (Statements duck =
        statements(
            SmallWorld.ingested(), "engine.memory-share=0.01", "engine.spill-folder=" + spill)) {
      String large = "SELECT count(*) AS n FROM (SELECT DISTINCT range FROM range(20000000))";
      assertThat(duck.answer(large, 1).rows()).containsExactly(List.of(20_000_000L));
      try (Stream<Path> made = Files.list(spill)) {
        assertThat(made)
            .singleElement()
            .satisfies(
                own ->
                    assertThat(Files.getPosixFilePermissions(own))
                        .isEqualTo(PosixFilePermissions.fromString("rwx------")));
      }
    }
    assertThat(spill).isEmptyDirectory();
  }
}
