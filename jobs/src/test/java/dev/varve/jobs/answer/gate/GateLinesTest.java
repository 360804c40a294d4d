package dev.varve.jobs.answer.gate;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports as gates of a build. */
class GateLinesTest {
  private static final String EFFICIENCY = "efficiency_ratio_by_path";

  @TempDir private Path folder;

  static Set<Map.Entry<String, String>> gates() {
    return Gate.columns().entrySet();
  }

  /**
   * At every value that occurs: the rows below it are those that fail, and none is at the least.
   */
  @ParameterizedTest
  @MethodSource("gates")
  void everyGateIsShutByTheRowsThatFailAndByNoOthers(Map.Entry<String, String> gate) {
    String report = gate.getKey();
    String column = gate.getValue();
    Path warehouse = report.equals("update-chunks") ? chunked() : SmallWorld.simulated();
    // Every share and every efficiency lies above -1: all rows fail, also those behind the first
    // 50.
    List<Line> all =
        varve("report %s --warehouse %s --format json --fail-above -1", report, warehouse)
            .endsWith(3)
            .rows();
    assertThat(all)
        .startsWith(
            varve("report %s --warehouse %s --format json", report, warehouse)
                .done()
                .rows()
                .toArray(Line[]::new));
    List<Line> known = all.stream().filter(row -> !row.cells().get(column).isNull()).toList();
    assertThat(known).isNotEmpty();
    double least = known.stream().mapToDouble(row -> row.number(column)).min().orElseThrow();
    double most = known.stream().mapToDouble(row -> row.number(column)).max().orElseThrow();
    for (double bound : new double[] {least, (least + most) / 2, most}) {
      List<Line> below =
          all.stream()
              .filter(row -> row.cells().get(column).isNull() || row.number(column) < bound)
              .toList();
      Answer answer =
          varve(
              "report %s --warehouse %s --format json --fail-below %s",
              report, warehouse, plain(bound));
      assertThat(answer.endsWith(below.isEmpty() ? 0 : 3).rows()).isEqualTo(below);
      assertThat(answer.err())
          .contains(all.size() + " row")
          .contains(" with the gate of " + report);
    }
    Answer above =
        varve(
            "report %s --warehouse %s --format json --fail-above %s",
            report, warehouse, plain((least + most) / 2));
    assertThat(above.rows())
        .isEqualTo(
            all.stream()
                .filter(
                    row ->
                        row.cells().get(column).isNull() || row.number(column) > (least + most) / 2)
                .toList());
  }

  /** The small registry with the chunks of its files. */
  private Path chunked() {
    Path warehouse = folder.resolve("chunked");
    varve("ingest registry %s --warehouse %s --chunks fixed-4k", SmallWorld.registry(), warehouse)
        .done();
    varve("derive --warehouse %s", warehouse).done();
    return warehouse;
  }

  @Test
  void withoutChunksThereIsNothingToCompare() {
    Answer answer =
        varve(
            "report update-chunks --warehouse %s --format markdown --fail-above 1MiB",
            SmallWorld.packed());
    assertThat(answer.endsWith(4).err()).contains("varve ingest registry --chunks");
    assertThat(answer.out()).isEmpty();
  }

  /** In all its digits. */
  private static String plain(double number) {
    return new BigDecimal(String.valueOf(number)).toPlainString();
  }

  @Test
  void aGateThatHoldsSaysSoInALineAndPrintsNoTable() {
    Answer open =
        varve("report image-efficiency --warehouse %s --fail-below 0", SmallWorld.packed()).done();
    assertThat(open.out()).isEmpty();
    assertThat(open.err().lines())
        .singleElement()
        .asString()
        .matches(
            "varve: compared \\d+ rows with the gate of image-efficiency: none has"
                + " efficiency_ratio_by_path below 0");
    assertThat(
            varve(
                    "report image-efficiency --warehouse %s --fail-below 0 --format csv",
                    SmallWorld.packed())
                .done()
                .lines())
        .singleElement()
        .asString()
        .startsWith("image_digest,");
  }

  @Test
  void aLimitThatNoShareReachesIsRefused() {
    String line = "report image-efficiency --warehouse %s --fail-above ";
    for (String limit : List.of("90", "1MiB")) {
      Answer refused = varve(line + limit, SmallWorld.packed());
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err())
          .contains(
              "efficiency_ratio_by_path of image-efficiency is a share, at most 1; the bound is"
                  + " above "
                  + limit);
    }
    assertThat(varve(line + "100%", SmallWorld.packed()).done().err()).doesNotContain("at most 1");
    assertThat(
            varve("report repository-growth --warehouse %s --fail-above 1TB", SmallWorld.packed())
                .done()
                .err())
        .doesNotContain("at most 1");
  }

  @Test
  void aPercentOfBytesIsRefused() {
    Answer refused =
        varve("report repository-growth --warehouse %s --fail-above 90%", SmallWorld.packed());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("new_stored_bytes of repository-growth is bytes");
  }

  @Test
  void aTableHasTheRowsThatFailAlone() {
    Answer shut =
        varve("report image-efficiency --warehouse %s --fail-above 0.9999", SmallWorld.packed())
            .endsWith(3);
    assertThat(shut.lines()).contains("== image-efficiency ==");
    assertThat(shut.out()).contains("100.00 %");
  }

  @Test
  void sparkHoldsTheSameGate() {
    String line = "report image-efficiency --warehouse %s --format csv --fail-below 0.97 --engine ";
    Answer spark = varve(line + "spark", SmallWorld.packed());
    assertThat(spark.out()).isEqualTo(varve(line + "duckdb", SmallWorld.packed()).out());
    assertThat(spark.code()).isEqualTo(spark.lines().size() > 1 ? 3 : 0);
  }

  /** Only images of the set are held, and only these make up ALL. */
  @Test
  void aSetIsHeldAlone() {
    Path warehouse = SmallWorld.packed();
    List<Line> images =
        rows(
            warehouse,
            "SELECT DISTINCT image_digest FROM image_tag SEMI JOIN image_layer USING (image_digest)"
                + " WHERE tag = 'latest' ORDER BY 1");
    Answer answer =
        varve(
            "report image-efficiency --warehouse %s --format json --fail-above 0 --where %s",
            warehouse, "tag = latest");
    assertThat(
            answer.endsWith(3).rows().stream()
                .map(row -> row.text("image_digest"))
                .filter(digest -> !digest.equals("ALL"))
                .sorted())
        .isEqualTo(images.stream().map(row -> row.text("image_digest")).toList());
    assertThat(
            varve(
                    "report image-efficiency --warehouse %s --fail-below 1 --where tag=nosuch",
                    warehouse)
                .endsWith(2)
                .err())
        .contains("--where tag=nosuch: nothing matches in layer_reference");
    assertThat(
            varve("report image-efficiency --warehouse %s --fail-below 1 --where vm=a", warehouse)
                .endsWith(2)
                .err())
        .contains("layer_reference");
  }

  /** Every report that takes a set, with a gate or without, in every form. */
  @Test
  void aConditionThatMatchesNothingIsWrongUse() {
    Path warehouse = SmallWorld.packed();
    SqlFiles.folder("reports").entrySet().stream()
        .filter(report -> SqlFiles.header(report.getValue()).containsKey("sets"))
        .map(Map.Entry::getKey)
        .forEach(
            report -> {
              Answer answer =
                  varve("report %s --warehouse %s --where repository=nosuch", report, warehouse);
              assertThat(answer.endsWith(2).err())
                  .contains("--where repository=nosuch: nothing matches");
              assertThat(answer.out()).isEmpty();
            });
    assertThat(
            varve("report exclusive-bytes --warehouse %s --where vm=nosuch --format csv", warehouse)
                .endsWith(2)
                .err())
        .contains("nothing matches in layer_reference, snapshot_reference");
  }

  /** The old form, --set with a condition, answers the same, and names the new one. */
  @Test
  void aConditionOfSetGoesOnWithANote() {
    Path warehouse = SmallWorld.packed();
    String line = "report exclusive-bytes --warehouse %s --format csv --";
    Answer before = varve(line + "set %s", warehouse, "tag = latest").done();
    Answer now = varve(line + "where %s", warehouse, "tag = latest").done();
    assertThat(before.out()).isEqualTo(now.out()).contains("layers as stored");
    assertThat(before.err()).contains("write --where 'tag = latest'");
    assertThat(now.err()).doesNotContain("--where");
    assertThat(
            varve(line + "where tag=a --where tag=b", warehouse).endsWith(2).err()
                + varve(line + "where tag=a --set tag=b", warehouse).endsWith(2).err())
        .containsPattern("(?s)give one condition.*give one condition");
  }

  /** What a report prints the first rows of is held whole. */
  @Test
  void rowsBehindTheLastOneThatIsPrintedAreHeldToo() {
    gates().stream()
        .map(gate -> SqlFiles.text("reports", gate.getKey()))
        .forEach(
            sql ->
                assertThat(sql.replaceAll("/\\* rows \\*/ \\d+", ""))
                    .doesNotContainPattern("(?i)(limit|<=) +\\d\\d"));
    List<Line> all =
        varve(
                "report top-duplicates --warehouse %s --format json --fail-above 0",
                SmallWorld.packed())
            .endsWith(3)
            .rows();
    assertThat(all)
        .hasSize(
            rows(
                    SmallWorld.packed(),
                    "SELECT 1 AS n FROM file_sharing WHERE copies > 1 AND bytes > 0")
                .size())
        .hasSizeGreaterThan(50)
        .isSortedAccordingTo(
            Comparator.comparing((Line row) -> row.count("wasted_bytes")).reversed());
  }

  /** Before derive nothing is known of duplicates: a build must not pass for that. */
  @Test
  void whatIsNotKnownDoesNotPass() {
    assertThat(
            varve("report duplicate-origin --warehouse %s --fail-above 0.99", SmallWorld.ingested())
                .endsWith(4)
                .err())
        .contains("varve derive");
    assertThat(
            varve("report backup-efficiency --warehouse %s --fail-below 0.5", SmallWorld.ingested())
                .endsWith(4)
                .err())
        .contains("varve simulate backup");
  }

  /** Of empty files alone: no share of no bytes. */
  @Test
  void aValueThatIsNotKnownFails() throws Exception {
    try (DuckDb duck = new DuckDb()) {
      String table = "COPY (SELECT %s) TO '%s/a.parquet' (FORMAT parquet)";
      Files.createDirectories(folder.resolve("w/.varve"));
      Path origins = Files.createDirectories(folder.resolve("w/file_origin"));
      duck.execute(
          table.formatted(
              "'same layer' AS origin, 1::BIGINT AS files, 0::BIGINT AS bytes", origins));
      Path sharing = Files.createDirectories(folder.resolve("w/file_sharing"));
      duck.execute(
          table.formatted(
              "'\\x01'::BLOB AS fingerprint, 0::BIGINT AS bytes, 2::BIGINT AS copies, 1::BIGINT AS layers,"
                  + " 1::BIGINT AS images, 1::BIGINT AS repositories",
              sharing));
    }
    for (String bound : List.of("above 0.99", "below 0")) {
      assertThat(
              varve("report duplicate-origin --warehouse %s --fail-" + bound, folder.resolve("w"))
                  .endsWith(3)
                  .err())
          .contains("compared 1 row", "of 1 it is not known");
    }
  }

  @Test
  void theHelpNamesEveryReportThatHasAGate() {
    assertThat(varve("report --help-all").done().out().replaceAll("\\s+", " "))
        .contains(Gate.columns().keySet());
  }

  @Test
  void wrongUseIsSaidAllAtOnceBeforeAnyWork() {
    Answer answer =
        varve("report coverage --warehouse %s --fail-below much --fail-above 1e3", folder);
    assertThat(answer.endsWith(2).err())
        .contains("--fail-below: much is no number")
        .contains("--fail-above: 1e3 is no number")
        .contains("coverage has no gate; these have: ", "image-efficiency", "duplicate-origin");
    assertThat(varve("report --warehouse %s --fail-below 1", folder).endsWith(2).err())
        .contains("name one report, not 0");
    assertThat(
            varve("report image-efficiency duplicate-origin --warehouse %s --fail-below 1", folder)
                .endsWith(2)
                .err())
        .contains("name one report, not 2");
  }

  @Test
  void whatFailsGoesIntoAFileThatIsEmptyWhenNothingDoes() throws Exception {
    Path file = folder.resolve("failing.json");
    String line = "report image-efficiency --warehouse %s --out %s --format json --fail-";
    varve(line + "above 0", SmallWorld.packed(), file).endsWith(3);
    assertThat(file).content().contains(EFFICIENCY);
    varve(line + "below 0", SmallWorld.packed(), file).done();
    assertThat(Files.readString(file)).contains("\"rows\":[]");
  }

  @Test
  void aCommentOpensWithTheVerdictAndNamesTheLineThatPrintsTheRest() {
    Path warehouse = SmallWorld.packed();
    String line = "report image-efficiency --warehouse %s --where %s --format markdown --fail-";
    Answer shut = varve(line + "above 0", warehouse, "repository is not null").endsWith(3);
    assertThat(shut.lines()).hasSizeLessThanOrEqualTo(15);
    assertThat(shut.out())
        .matches(
            "(?s)\\*\\*Failed: of (\\d+) rows of image-efficiency, \\1 with .* above 0\\.\\*\\*\n.*")
        .contains("| image_digest | ", "| `ALL` | - | ")
        .contains(
            "more rows: `varve report image-efficiency --warehouse W --where 'repository is not"
                + " null' --fail-above 0`)");
    Answer open = varve(line + "below 0", warehouse, "repository is not null").done();
    assertThat(open.lines())
        .hasSize(3)
        .first()
        .asString()
        .matches("\\*\\*Passed: of \\d+ rows of image-efficiency, no .* is below 0\\.\\*\\*");
    // What cannot be compared has no verdict.
    assertThat(varve(line + "below 0", warehouse, "tag = nosuch").endsWith(2).out()).isEmpty();
  }

  @Test
  void metricsSayWhetherTheGateIsPassed() {
    String line =
        "report image-efficiency --warehouse %s --columns example,file_bytes --format openmetrics"
            + " --fail-";
    String labels =
        "{warehouse=\"%s\",report=\"image-efficiency\",column=\"efficiency_ratio_by_path\",limits=\"%s 0\"}";
    Path warehouse = SmallWorld.packed();
    List<String> shut = varve(line + "above 0", SmallWorld.packed()).endsWith(3).lines();
    assertThat(shut)
        .contains("varve_gate_pass" + labels.formatted(warehouse, "above") + " 0")
        .anyMatch(one -> one.startsWith("varve_image_efficiency_file_bytes{"))
        .endsWith("# EOF");
    List<String> open = varve(line + "below 0", SmallWorld.packed()).done().lines();
    assertThat(open)
        .contains(
            "varve_gate_pass" + labels.formatted(warehouse, "below") + " 1",
            "varve_gate_failed_rows" + labels.formatted(warehouse, "below") + " 0")
        .filteredOn(one -> one.startsWith("varve_image"))
        .isEmpty();
  }

  @Test
  void withoutNamesBothAreOfTheHeadline() {
    String line = "report --warehouse %s --format ";
    assertThat(varve(line + "markdown", SmallWorld.packed()).done().lines())
        .hasSizeLessThanOrEqualTo(15)
        .contains("| subject | stored_as | bytes | change_ratio |")
        .first()
        .asString()
        .startsWith("**Registry: ")
        .endsWith(" checks pass.**");
    assertThat(varve(line + "openmetrics", SmallWorld.packed()).done().lines())
        .contains("varve_checks_failing{warehouse=\"" + SmallWorld.packed() + "\"} 0")
        .anyMatch(
            one ->
                one.startsWith(
                    "varve_headline_bytes{warehouse=\""
                        + SmallWorld.packed()
                        + "\",subject=\"Registry\",stored_as=\"Stored now\"} "))
        .endsWith("# EOF");
    assertThat(varve(line + "markdown --all", SmallWorld.packed()).done().lines())
        .hasSize(15)
        .first()
        .asString()
        .startsWith("**" + SqlFiles.folder("reports").size() + " reports, ");
  }

  /** No efficiency is below 0 or above 1, and every one is above -1. */
  @Test
  void severalGatesAreOneRunAndOneThatFailsFailsIt() {
    Path warehouse = SmallWorld.packed();
    String line = "report image-efficiency node-disk --warehouse %s --format %s --fail-below ";
    String limits = "image-efficiency=%s --fail-above node-disk=%s";
    Answer both = varve(line + limits.formatted(0, "1PiB"), warehouse, "markdown").done();
    assertThat(both.lines()).first().isEqualTo("**Passed: all of 2 gates.**");
    assertThat(both.err())
        .contains("gate of image-efficiency: none has efficiency_ratio_by_path below 0\n")
        .contains("gate of node-disk: none has node_bytes above 1PiB\n");
    Answer one = varve(line + limits.formatted(0, 0), warehouse, "markdown").endsWith(3);
    assertThat(one.lines())
        .hasSizeLessThanOrEqualTo(15)
        .contains("**Failed: 1 of 2 gates: node-disk.**")
        .anyMatch(row -> row.startsWith("| image-efficiency | Passed: of "))
        .anyMatch(row -> row.matches("\\| node-disk \\| Failed: of .* above 0 \\| `ALL`.*"));
    assertThat(varve(line + limits.formatted(2, 0), warehouse, "table").endsWith(2).err())
        .contains("is a share, at most 1");
    assertThat(varve(line + limits.formatted(0, 0), warehouse, "openmetrics").endsWith(3).lines())
        .filteredOn(sample -> sample.startsWith("varve_gate_pass{"))
        .extracting(sample -> sample.substring(sample.lastIndexOf(' ') + 1))
        .containsExactly("1", "0");
    assertThat(varve(line + "0.5", warehouse, "table").endsWith(2).err())
        .contains("of several, give REPORT=X of each", "give node-disk=X too");
    assertThat(
            varve(line + "top-duplicates=1 --fail-below node-disk=1", warehouse, "table")
                .endsWith(2)
                .err())
        .contains("top-duplicates is no report of this call", "give image-efficiency=X too");
  }

  /** Before simulate backup its report has nothing to compare: code 4, unless another fails. */
  @Test
  void aGateThatCannotBeComparedDoesNotHideOneThatFails() {
    String line =
        "report backup-efficiency node-disk --warehouse %s --fail-below backup-efficiency=0"
            + " --fail-above node-disk=";
    Answer open = varve(line + "1PiB", SmallWorld.ingested()).endsWith(4);
    assertThat(open.err()).contains("varve simulate backup", "none has node_bytes above 1PiB");
    Answer shut = varve(line + "0", SmallWorld.ingested()).endsWith(3);
    assertThat(shut.err()).contains("varve simulate backup", " with node_bytes above 0");
  }
}
