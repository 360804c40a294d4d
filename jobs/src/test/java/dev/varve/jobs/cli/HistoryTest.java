package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A warehouse that grew by three ingests of a registry and three of disks, beside copies of it as
 * it was after each pair of them: what is said of the past is what these hold.
 */
class HistoryTest {
  private static final Pattern OF_DERIVE_ALONE =
      Pattern.compile(
          "\\b(build_line|file_compression|image_update\\w*|layer_twin|layer_duplicate|layer_removable|path_convention)\\b");

  private static final int TIMES = 3;

  @TempDir private static Path folder;
  private static Path grown;
  private static final List<Path> STATES = new ArrayList<>();
  private static final List<String> RUNS = new ArrayList<>();

  @BeforeAll
  static void grow() throws Exception {
    grown = folder.resolve("w");
    for (int time = 1; time <= TIMES; time++) {
      Path registry = SmallWorld.copy(SmallWorld.registry(), folder.resolve("registry" + time));
      keep(registry.resolve("docker/registry/v2/repositories"), time);
      Path disks = SmallWorld.copy(SmallWorld.disks(), folder.resolve("disks" + time));
      keep(disks, time);
      varve("ingest registry %s --warehouse %s", registry, grown).done();
      varve("ingest snapshots %s --warehouse %s", disks, grown).done();
      RUNS.add(rows(grown, "SELECT max(run_id) AS run FROM run").get(0).text("run"));
      Path state = folder.resolve("state" + time);
      if (time < TIMES) {
        // Layers that are alike are not compared below.
        STATES.add(SmallWorld.copy(grown, state));
        varve("derive --set derive.twins.layers=none --warehouse %s", state).done();
      } else {
        varve("derive --warehouse %s", grown).done();
        STATES.add(SmallWorld.copy(grown, state));
      }
    }
    varve("simulate backup --warehouse %s --machines 4 --set backup.block-bytes=65536", grown)
        .done();
  }

  /** Leaves the first third, two thirds, or all of the folders. */
  private static void keep(Path root, int time) throws IOException {
    List<Path> all;
    try (Stream<Path> folders = Files.list(root)) {
      all = folders.sorted().toList();
    }
    for (Path one : all.subList((all.size() * time + TIMES - 1) / TIMES, all.size())) {
      try (Stream<Path> files = Files.walk(one)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /**
   * Every report, exactly; but for artifacts, of which nobody notes when they came, and what derive
   * makes in another way than by a query and made again since.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void asOfARunEveryReportIsThatOfTheWarehouseOfThen(int time) {
    Answer then = varve("report --all --format json --warehouse %s", STATES.get(time)).done();
    Answer asOf =
        varve("report --all --format json --warehouse %s --as-of %s", grown, RUNS.get(time)).done();
    assertThat(asOf.err())
        .startsWith("varve: as of " + RUNS.get(time))
        .doesNotContain("older than");
    boolean derivedSince = time < STATES.size() - 1;
    String missing =
        "as of then there is nothing in build_line, file_compression, image_update,"
            + " image_update_directory, image_update_layer, layer_duplicate, layer_removable, layer_twin";
    assertThat(asOf.err().contains(missing)).isEqualTo(derivedSince);
    JsonNode expected = then.json();
    JsonNode actual = asOf.json();
    assertThat(actual).hasSameSizeAs(expected);
    int compared = 0;
    for (int at = 0; at < expected.size(); at++) {
      String sql = SqlFiles.text("reports", expected.get(at).path("name").asText());
      if (!derivedSince || !OF_DERIVE_ALONE.matcher(sql).find()) {
        assertThat(known(actual.get(at))).isEqualTo(known(expected.get(at)));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(expected.size() - 14);
  }

  private static JsonNode known(JsonNode report) {
    for (Iterator<JsonNode> rows = report.path("rows").elements(); rows.hasNext(); ) {
      if (rows.next().path("thing").asText().equals("artifact")) {
        rows.remove();
      }
    }
    return report;
  }

  @Tag("thorough")
  @Test
  void sparkLooksBackAlike() {
    String line =
        "report dedup-summary history backup-efficiency repository-growth snapshot-history"
            + " chunk-dedup-summary --set spark.sql.codegen.wholeStage=false"
            + " --format json --as-of last~3 --warehouse %s --engine ";
    Answer spark = varve(line + "spark", grown).done();
    assertThat(spark.json()).isEqualTo(varve(line + "duckdb", grown).done().json());
    assertThat(spark.rowsOf("backup-efficiency")).isEmpty();
    assertThat(spark.rowsOf("history")).hasSize(2);
  }

  /** The headline too, with checks that hold over what was there. */
  @Test
  void theHeadlineLooksBack() {
    Answer then = varve("report --warehouse %s", STATES.get(0)).done();
    Answer asOf = varve("report --warehouse %s --as-of last~4", grown).done();
    assertThat(known(asOf)).isEqualTo(known(then)).hasSizeGreaterThan(15);
    assertThat(asOf.out()).containsPattern("All \\d+ pass");
  }

  /** Checks that would mix old results and new inputs are not run, and the headline counts them. */
  @Test
  void theHeadlineSaysHowManyChecksWereNotRun() throws Exception {
    Path later = SmallWorld.copy(STATES.get(0), folder.resolve("later"));
    varve("simulate retention --warehouse %s", later).done();
    varve("ingest registry %s --warehouse %s", folder.resolve("registry2"), later).done();
    String headline = varve("report --warehouse %s", later).done().out();
    Matcher checks = Pattern.compile("All (\\d+) pass; (\\d+) not run\\.").matcher(headline);
    assertThat(checks.find()).as(headline).isTrue();
    assertThat(Integer.parseInt(checks.group(1)) + Integer.parseInt(checks.group(2)))
        .isEqualTo(SqlFiles.folder("checks").size());
  }

  /** Lines that hang on no sample of files, on no twins, and not on how many checks could run. */
  private static List<String> known(Answer headline) {
    List<String> lines = headline.lines();
    List<String> known = new ArrayList<>(lines.subList(0, lines.indexOf("Checks")));
    int unknown = 0;
    while (!known.get(unknown).startsWith("  Not known yet: ")) {
      unknown++;
    }
    known.subList(unknown, known.indexOf("Registry")).clear();
    known.addAll(lines.subList(lines.indexOf("More"), lines.size()));
    return known.stream()
        .filter(line -> !line.matches("  Each file .*(compressed: ~|compressed, is|by itself).*"))
        .filter(line -> !line.contains("derive"))
        .map(line -> line.replaceFirst(" +#+$", ""))
        .toList();
  }

  /** The run's row begins and ends before a simulation of later; the newest has it. */
  @Test
  void resultsOfLaterSimulationsAreAbsent() {
    String line = "report backup-efficiency --format json --warehouse %s --as-of ";
    assertThat(varve(line + "last", grown).done().rows()).isEmpty();
    String simulated =
        rows(grown, "SELECT run_id AS run FROM run WHERE verb = 'simulate backup'")
            .get(0)
            .text("run");
    assertThat(varve(line + simulated, grown).done().rows()).isNotEmpty();
  }

  /** Counted in the plain files of one state that are not in those of the state before. */
  @Test
  void everyRowOfHistoryIsADifferenceOfTwoStates() throws Exception {
    List<Line> history = varve("report history --format json --warehouse %s", grown).done().rows();
    List<Line> disks =
        varve("report snapshot-history --format json --warehouse %s", grown).done().rows();
    assertThat(history).hasSize(TIMES);
    assertThat(disks).hasSize(TIMES);
    long[] before = new long[9];
    for (int time = 0; time < TIMES; time++) {
      long[] now = totals(STATES.get(time));
      Line row = history.get(time);
      String[] columns = {
        "new_images", "new_layers", "new_stored_bytes", "new_file_bytes", "new_unique_file_bytes"
      };
      for (int at = 0; at < columns.length; at++) {
        assertThat(row.count(columns[at])).as(columns[at]).isEqualTo(now[at] - before[at]);
      }
      assertThat(row.count("new_layers")).isPositive();
      assertThat(row.count("stored_bytes")).isEqualTo(now[2]);
      assertThat(row.count("file_bytes")).isEqualTo(now[3]);
      assertThat(row.count("unique_file_bytes")).isEqualTo(now[4]);
      assertThat(row.number("dedup_ratio")).isEqualTo(1 - (double) now[4] / now[3]);
      assertThat(row.number("new_dedup_ratio"))
          .isEqualTo(1 - (double) (now[4] - before[4]) / (now[3] - before[3]));
      Line disk = disks.get(time);
      assertThat(disk.count("new_snapshots")).isEqualTo(now[5] - before[5]).isPositive();
      assertThat(disk.count("new_disk_bytes")).isEqualTo(now[6] - before[6]);
      assertThat(disk.count("new_data_bytes")).isEqualTo(now[7] - before[7]);
      assertThat(disk.count("new_unique_bytes")).isEqualTo(now[8] - before[8]);
      before = now;
    }
    Line first = history.get(0);
    assertThat(first.number("alone_dedup_ratio")).isEqualTo(first.number("dedup_ratio"));
  }

  private static long[] totals(Path state) throws Exception {
    try (DuckDb duck = new DuckDb()) {
      for (String table : List.of("image", "layer", "layer_recipe", "snapshot", "chunk_sharing")) {
        duck.view(table, state);
      }
      String[] values =
          duck.csv(
                  """
                  SELECT
                    (SELECT count(*) FROM image),
                    (SELECT count(*) FROM layer),
                    (SELECT sum(compressed_bytes) FROM layer),
                    (SELECT sum(bytes) FROM layer_recipe WHERE kind = 'FILE'),
                    (SELECT sum(bytes) FROM
                      (SELECT DISTINCT fingerprint, bytes FROM layer_recipe WHERE kind = 'FILE')),
                    (SELECT count(*) FROM snapshot),
                    (SELECT sum(virtual_bytes) FROM snapshot),
                    (SELECT sum(bytes * copies) FROM chunk_sharing WHERE NOT zero),
                    (SELECT sum(bytes) FROM chunk_sharing WHERE NOT zero)
                  """)
              .get(1)
              .split(",");
      return Stream.of(values).mapToLong(Long::parseLong).toArray();
    }
  }

  @Test
  void rowsOfHistoryAddUpToTheSummaries() {
    Answer all =
        varve(
                "report history snapshot-history dedup-summary chunk-dedup-summary --format json"
                    + " --warehouse %s",
                grown)
            .done();
    Line dedup = mode(all.rowsOf("dedup-summary"), "dedup only");
    assertThat(sum(all.rowsOf("history"), "new_unique_file_bytes")).isEqualTo(dedup.count("bytes"));
    assertThat(sum(all.rowsOf("history"), "new_file_bytes"))
        .isEqualTo(dedup.count("baseline_bytes"));
    assertThat(sum(all.rowsOf("history"), "new_stored_bytes"))
        .isEqualTo(mode(all.rowsOf("dedup-summary"), "compression only").count("bytes"));
    Line chunks = mode(all.rowsOf("chunk-dedup-summary"), "dedup");
    assertThat(sum(all.rowsOf("snapshot-history"), "new_unique_bytes"))
        .isEqualTo(chunks.count("bytes"));
    assertThat(sum(all.rowsOf("snapshot-history"), "new_data_bytes"))
        .isEqualTo(chunks.count("baseline_bytes"));
  }

  private static Line mode(List<Line> rows, String mode) {
    return rows.stream().filter(row -> row.has("mode", mode)).findFirst().orElseThrow();
  }

  private static long sum(List<Line> rows, String column) {
    return rows.stream().mapToLong(row -> row.count(column)).sum();
  }

  /** Layers, images, tags and contents of each repository that the state of then does not have. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void whatGrewSinceARunIsWhatItsStateDoesNotHave(int time) throws Exception {
    List<String> expected;
    try (DuckDb duck = new DuckDb()) {
      for (String table : List.of("image", "layer", "layer_recipe", "image_tag", "image_layer")) {
        duck.view(table, STATES.get(time));
        duck.execute("CREATE TABLE old_" + table + " AS FROM " + table);
        duck.view(table, grown);
      }
      expected =
          duck.csv(
              """
              WITH held AS (
                SELECT DISTINCT repository, layer_digest FROM image_tag JOIN image_layer USING (image_digest)
              ),
              got AS (SELECT * FROM held JOIN layer USING (layer_digest)),
              added AS (SELECT * FROM got ANTI JOIN old_layer USING (layer_digest)),
              contents AS (
                SELECT DISTINCT repository, fingerprint, bytes
                FROM held JOIN layer_recipe USING (layer_digest)
                WHERE kind = 'FILE'
                  AND fingerprint NOT IN (SELECT fingerprint FROM old_layer_recipe WHERE kind = 'FILE')
              )
              SELECT
                repository,
                (SELECT count(DISTINCT tag) FROM image_tag AS t WHERE t.repository = r.repository AND tag IS NOT NULL
                  AND (repository, tag, image_digest) NOT IN
                    (SELECT (repository, tag, image_digest) FROM old_image_tag WHERE tag IS NOT NULL)),
                (SELECT count(DISTINCT image_digest) FROM image_tag AS t SEMI JOIN image USING (image_digest)
                  WHERE t.repository = r.repository
                  AND image_digest NOT IN (SELECT image_digest FROM old_image)),
                (SELECT count(*) FROM added WHERE added.repository = r.repository) AS n,
                (SELECT coalesce(sum(compressed_bytes), 0) FROM added WHERE added.repository = r.repository) AS b,
                (SELECT coalesce(sum(bytes), 0) FROM contents WHERE contents.repository = r.repository),
                (SELECT coalesce(sum(compressed_bytes), 0) FROM got WHERE got.repository = r.repository)
              FROM (SELECT DISTINCT repository FROM image_tag ANTI JOIN old_image_tag USING (repository)) AS r
              ORDER BY b DESC, repository
              """);
    }
    Answer grew =
        varve(
                "report repository-growth --format csv --warehouse %s --since %s",
                grown, RUNS.get(time))
            .done();
    assertThat(grew.err()).contains("varve: since " + RUNS.get(time));
    assertThat(grew.lines().subList(1, grew.lines().size()))
        .isEqualTo(expected.subList(1, expected.size()))
        .isNotEmpty();
  }

  @Test
  void sinceAndAsOfTogetherAreWhatCameBetween() {
    List<Line> all = varve("report history --format json --warehouse %s", grown).done().rows();
    assertThat(
            varve(
                    "report history --format json --warehouse %s --since %s --as-of %s",
                    grown, RUNS.get(0), RUNS.get(1))
                .done()
                .rows())
        .isEqualTo(all.subList(1, 2));
    assertThat(
            varve("report snapshot-history --format json --warehouse %s --since last", grown)
                .done()
                .rows())
        .isEmpty();
    String grew = "report repository-growth --format csv --warehouse %s ";
    assertThat(varve(grew, grown).done().out())
        .as("unless told: since the ingest before the last one of a registry")
        .isEqualTo(varve(grew + "--since last~2", grown).done().out());
  }

  @Test
  void growthIsAGate() {
    Answer shut =
        varve(
            "report repository-growth --warehouse %s --since last~2 --fail-above 0kB --format json",
            grown);
    assertThat(shut.endsWith(3).rows())
        .allMatch(row -> row.count("new_stored_bytes") > 0)
        .isNotEmpty();
    assertThat(
            varve("report repository-growth --warehouse %s --since last --fail-above 0", grown)
                .done()
                .err())
        .contains("compared 0 rows");
  }

  @Test
  void wrongUseIsSaid() {
    assertThat(
            varve("report coverage history --warehouse %s --since last", grown).endsWith(2).err())
        .contains(
            "coverage takes no --since; these do: changes, freed, history, repository-growth, snapshot-history");
    assertThat(
            varve("report history --warehouse %s --as-of last~9 --since no", grown)
                .endsWith(2)
                .err())
        .contains("--as-of last~9: 6 ingests were run")
        .contains("--since no is no run of this warehouse");
    assertThat(varve("report --warehouse %s --as-of 2001-01-01", grown).endsWith(2).err())
        .contains("no run had begun by then");
    assertThat(
            varve("report history --warehouse %s --as-of last~2 --since last", grown)
                .endsWith(2)
                .err())
        .contains("--since is after --as-of");
    assertThat(varve("report --warehouse %s --since last", grown).endsWith(2).err())
        .contains("name a report");
  }
}
