package dev.varve.jobs.answer.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.answer.headline.Headline;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.answer.selection.Selection;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sets of a registry and of disks, against counts by hand and against counting what is left. */
class ChosenSetsTest {
  private static final List<String> VIEWS = List.of("layer_reference", "snapshot_reference");

  @TempDir private static Path byHand;
  private static Queries inDuck;
  private static Queries inSpark;

  /** The case that report-case/README.md works out. */
  @BeforeAll
  static void load() throws Exception {
    load(byHand);
    inDuck = BothEngines.duck(byHand, "engine.verify-pages=false");
    SparkSession session = TestEngine.session();
    // Many short questions: compiling each would take longer than answering it.
    session.conf().set("spark.sql.codegen.wholeStage", "false");
    inSpark = BothEngines.spark(byHand);
  }

  private static void load(Path warehouse) throws Exception {
    Files.createDirectories(warehouse.resolve(".varve"));
    try (DuckDb duck = new DuckDb()) {
      for (String table : Tables.names()) {
        InputStream rows =
            ChosenSetsTest.class.getResourceAsStream("/report-case/" + table + ".sql");
        if (rows != null) {
          String sql = new String(rows.readAllBytes(), StandardCharsets.UTF_8);
          Path folder = Files.createDirectories(warehouse.resolve(table));
          duck.execute("COPY (%s) TO '%s/a.parquet' (FORMAT parquet)".formatted(sql, folder));
        }
      }
    }
  }

  @AfterAll
  static void close() {
    inDuck.close();
  }

  /**
   * Chosen references; exclusive things and bytes; shared things and bytes; the rest. Layer 01 has
   * references r1:v1 r1:v2 r2:v1 i4, layer 22 r1:v1 r2:v1 i4, layer 50 r1:v2, layer 90 r2 r3:x,
   * layer c0 none but itself.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "repository = r1 | 4 1 400 2 2300 10940 | 4 1 8 5 1564 512 |",
        "repository like 'r_' and tag like %1 or tag=x | 5 0 0 3 3000 10640 | 5 0 0 5 1564 520 |",
        "seen_days >= 1 or seen_days is null | 6 2 10640 3 3000 0 | 6 2 520 5 1564 0 | 0 0 0 0 0 150",
        "image in (sha256:i2, sha256:i3) or repository is null | 7 3 11340 2 2300 0"
            + " | 7 3 820 4 1264 0 |",
        "layer = sha256:90 | 2 1 700 0 0 12940 | 2 0 0 3 1300 784 |",
        "category = web and repository <> r1 | 2 0 0 2 2300 11340 | 2 0 0 4 1264 820 |",
        "vm = v1 | | | 2 1 40 3 60 50",
        "snapshot = s0 | | | 3 1 50 3 60 40",
        "age_days > 1 | 0 0 0 0 0 13640 | 0 0 0 0 0 2084 | 2 1 40 3 60 50",
        "taken_at = '2024-01-02' | | | 1 1 40 3 60 50"
      })
  void whatASetHoldsAloneIsWhatOneCountsByHand(
      String condition, String layers, String files, String chunks) throws Exception {
    List<String> expected = new ArrayList<>();
    for (String row : new String[] {layers, files, chunks}) {
      if (row != null) {
        expected.add(row);
      }
    }
    assertThat(figures(exclusive(inDuck, condition))).isEqualTo(expected);
    // A set of each kind by Spark too.
    if (condition.contains("tag like") || condition.startsWith("vm ")) {
      assertThat(figures(exclusive(inSpark, condition))).isEqualTo(expected);
    }
  }

  /**
   * A condition names columns without their view: another table of the report may have them too.
   * Spark says so when it analyses the question.
   */
  @Test
  void everyReportOnASetOfImagesTakesEveryColumn() throws Exception {
    String every =
        "repository = r1 and tag = v1 and image <> x and layer <> x and category <> x and os <> x"
            + " and architecture <> x and age_days > 0 and seen_days > 0"
            + " and built_at > '2024-01-01' and first_seen_at > '2024-01-01'";
    for (var report : SqlFiles.folder("reports").entrySet()) {
      if (report.getValue().contains("set of layer_reference")) {
        Selection selection = Selection.of(every, null);
        assertThat(asked(inDuck, selection, report.getKey()).columns()).isNotEmpty();
        if (isThorough()) {
          assertThat(none(inSpark, selection, report.getKey()).rows()).isEmpty();
        }
      }
    }
  }

  private static boolean isThorough() {
    return Boolean.getBoolean("thorough");
  }

  private static List<String> figures(Answer answer) {
    List<String> rows = new ArrayList<>();
    answer
        .rows()
        .forEach(
            row -> {
              rows.add(
                  "%s %s %s %s %s %s"
                      .formatted(
                          row.get(1), row.get(2), row.get(3), row.get(4), row.get(5), row.get(7)));
              assertThat((Long) row.get(3) + (Long) row.get(5)).isEqualTo(row.get(6));
              assertThat((Long) row.get(6) + (Long) row.get(7)).isEqualTo(row.get(9));
            });
    return rows;
  }

  /**
   * At 1,000,000 a GB and month, which is 0.001 a byte: 400 bytes of layers are 0.4, 8 bytes of
   * files 0.008. All layers have 13640 bytes, the disks' files 320. By owner: 10240 bytes of no
   * owner are 10.24, 3000 of several 3, 50 of v2 0.05.
   */
  @Test
  void whatItCostsAMonthIsWhatOneCountsByHand() throws Exception {
    String price = "prices.storage-gb-month=1000000";
    Prices prices = new Prices(1e6, 0, "EUR");
    try (Queries duck =
            BothEngines.duck(byHand, "engine.verify-pages=false", price, "prices.currency=EUR");
        Queries spark = BothEngines.spark(byHand, prices)) {
      for (Queries priced : isThorough() ? List.of(duck, spark) : List.of(duck)) {
        assertThat(costs(asked(priced, Selection.of("repository = r1", null), "exclusive-bytes")))
            .containsExactly("exclusive_month_cost currency", "0.4 EUR", "0.008 EUR");
        assertThat(costs(asked(priced, Selection.of(null, null), "decomposition")))
            .startsWith("month_cost currency", "10.24 EUR", "3.0 EUR", "0.4 EUR")
            .contains("0.05 EUR");
      }
      assertThat(Headline.of(duck).lines(TableStyle.PLAIN))
          .contains(
              "  At 1000000 EUR a GB and month, what is stored now costs 13.64 EUR a month; each file once,",
              "  compressed costs 1.10 EUR and saves 12.54 EUR.",
              "  At 1000000 EUR a GB and month, what is stored now costs 0.23 EUR a month.");
    }
  }

  private static List<String> costs(Answer answer) {
    int last = answer.columns().size() - 1;
    List<String> costs = new ArrayList<>();
    costs.add(answer.columns().get(last - 1).name() + " " + answer.columns().get(last).name());
    answer.rows().forEach(row -> costs.add(row.get(last - 1) + " " + row.get(last)));
    return costs;
  }

  /** An owner's bytes are those of its set; in both engines. */
  @ParameterizedTest
  @CsvSource({
    "repository, repository = r1, r1",
    "image, image = sha256:i2, sha256:i2",
    "tag, repository = r1 and tag = v2, r1:v2",
    "category, category = web, web",
    "layer, layer = sha256:c0, sha256:c0",
    "vm, vm = v2, v2",
    "snapshot, vm = v1 and snapshot = s1, v1:s1"
  })
  void theRowOfAnOwnerIsItsExclusiveBytes(String by, String condition, String owner)
      throws Exception {
    Answer inDuckDb = asked(inDuck, Selection.of(null, by), "decomposition");
    if (isThorough() && (by.equals("tag") || by.equals("snapshot"))) {
      assertThat(CsvRows.of(asked(inSpark, Selection.of(null, by), "decomposition")))
          .isEqualTo(CsvRows.of(inDuckDb));
    }
    for (List<Object> whole : rows(exclusive(inDuck, condition))) {
      List<List<Object>> parts =
          rows(inDuckDb).stream().filter(row -> row.get(0).equals(whole.get(0))).toList();
      assertThat(parts.stream().mapToLong(row -> (Long) row.get(4)).sum()).isEqualTo(whole.get(9));
      assertThat(
              parts.stream()
                  .filter(row -> owner.equals(row.get(2)))
                  .mapToLong(row -> (Long) row.get(4))
                  .sum())
          .isEqualTo(whole.get(3));
    }
  }

  /** Layers 01, 22, 50 and c0 are of r1, r2 and nobody alone; 90 is of r2 and r3:x. */
  @Test
  void tagsInNoRepositoryAreOneRow(@TempDir Path unnamed) throws Exception {
    load(unnamed);
    Path folder = unnamed.resolve("image_tag");
    try (DuckDb duck = new DuckDb()) {
      duck.execute(
          """
          COPY (
            SELECT CASE WHEN repository = 'r3' THEN repository END AS repository, tag, image_digest, first_seen_at
            FROM '%1$s/a.parquet'
          ) TO '%1$s/b.parquet' (FORMAT parquet)
          """
              .formatted(folder));
    }
    Files.delete(folder.resolve("a.parquet"));
    try (Queries queries = BothEngines.duck(unnamed, "engine.verify-pages=false")) {
      assertThat(
              rows(asked(queries, Selection.of(null, "tag"), "decomposition")).stream()
                  .filter(row -> row.get(0).equals("layers as stored"))
                  .map(row -> row.subList(1, 5)))
          .containsExactly(
              Arrays.asList("no owner", null, 4L, 1500L + 800 + 400 + 10240),
              Arrays.asList("several owners", null, 1L, 700L));
    }
  }

  /**
   * Random sets of a synthetic registry and its disks: what is freed is what less there is when the
   * rows are deleted. DuckDB itself reads the conditions there, from what the user typed.
   */
  @Test
  void whatIsFreedIsWhatLessIsLeft() throws Exception {
    Path warehouse = SmallWorld.ingested();
    Random random = new Random(15);
    try (DuckDb duck = new DuckDb();
        Queries queries = BothEngines.duck(warehouse, "engine.verify-pages=false")) {
      for (String table : Tables.names()) {
        if (DuckDb.rows(warehouse, table).isEmpty()) {
          duck.empty(table);
        } else {
          duck.view(table, warehouse);
        }
      }
      duck.execute("SET TimeZone = 'UTC'");
      duck.execute("CREATE VIEW segment_chunk AS " + SqlFiles.text("duckdb", "segment_chunk"));
      for (String view : VIEWS) {
        duck.execute("CREATE TABLE %s AS %s".formatted(view, SqlFiles.text("views", view)));
      }
      RandomConditions conditions = new RandomConditions(duck, random);
      int freed = 0;
      int sets = 50;
      for (int set = 0; set < sets; set++) {
        boolean ofDisks = set % 3 == 0;
        String condition = conditions.next(ofDisks ? "snapshot_reference" : "layer_reference");
        List<Long> left = ofDisks ? leftOfDisks(duck, condition) : leftOfLayers(duck, condition);
        List<List<Object>> rows = rows(exclusive(queries, condition));
        int first = ofDisks ? rows.size() - 1 : 0;
        for (int kind = 0; kind < left.size(); kind++) {
          List<Object> row = rows.get(first + kind);
          long after = (Long) row.get(9) - (Long) row.get(3);
          assertThat(after).as(condition + " " + row.get(0)).isEqualTo(left.get(kind));
        }
        freed += (Long) rows.get(first).get(3) > 0 ? 1 : 0;
      }
      assertThat(freed).as("sets that free anything").isBetween(3 * sets / 10, sets - 1);
    }
  }

  private static List<Long> leftOfLayers(DuckDb duck, String condition) throws Exception {
    duck.execute(
        "CREATE OR REPLACE TEMP TABLE kept AS SELECT DISTINCT layer AS layer_digest FROM layer_reference"
            + " WHERE (%s) IS NOT TRUE".formatted(condition));
    return List.of(
        one(duck, "SELECT sum(compressed_bytes) FROM layer SEMI JOIN kept USING (layer_digest)"),
        one(
            duck,
            "SELECT sum(bytes) FROM (SELECT DISTINCT fingerprint, bytes FROM layer_recipe"
                + " SEMI JOIN kept USING (layer_digest) WHERE kind = 'FILE')"));
  }

  private static List<Long> leftOfDisks(DuckDb duck, String condition) throws Exception {
    return List.of(
        one(
            duck,
            ("SELECT sum(bytes) FROM (SELECT DISTINCT fingerprint, bytes FROM segment_chunk SEMI JOIN"
                    + " (SELECT * FROM snapshot_reference WHERE (%s) IS NOT TRUE) USING (vm, snapshot)"
                    + " WHERE NOT zero)")
                .formatted(condition)));
  }

  private static long one(DuckDb duck, String sql) throws Exception {
    String value = duck.csv(sql).get(1);
    return value.isEmpty() ? 0 : Long.parseLong(value);
  }

  private static Answer exclusive(Queries queries, String condition) throws Exception {
    return asked(queries, Selection.of(condition, null), "exclusive-bytes");
  }

  private static Answer asked(Queries queries, Selection selection, String report)
      throws Exception {
    String sql = selection.insertInto(SqlFiles.text("reports", report));
    return BothEngines.answers(queries, List.of(new Queries.Question(report, sql))).get(0);
  }

  /** The columns of a report without its rows, which Spark need not compute. */
  private static Answer none(Queries queries, Selection selection, String report) throws Exception {
    String sql =
        "SELECT * FROM (%s) LIMIT 0"
            .formatted(selection.insertInto(SqlFiles.text("reports", report)));
    return BothEngines.answers(queries, List.of(new Queries.Question(report, sql))).get(0);
  }

  private static List<List<Object>> rows(Answer answer) {
    List<List<Object>> rows = new ArrayList<>();
    answer.rows().forEach(row -> rows.add(new ArrayList<>(row)));
    return rows;
  }
}
