package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static dev.varve.jobs.engine.run.Terminal.varveAlone;
import static dev.varve.jobs.engine.run.Terminal.varveThere;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.engine.spark.SparkRuntime;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds of the results of all simulations together. */
class SimulationsTest {
  @TempDir private Path folder;

  private static String table(Path warehouse, String query) {
    return varve("sql --format csv --warehouse %s %s", warehouse, query).done().out();
  }

  /** The demo runs them at the same time, but for those that read starts. */
  @Test
  void noneOfARegistryReadsOrMakesWhatAnotherOneMakes() {
    List<String> verbs =
        Simulations.ALL.stream()
            .map(one -> "simulate " + one.name())
            .filter(
                verb -> Tables.readBy(verb).contains("image_layer") || verb.endsWith("retention"))
            .filter(verb -> !DemoCommand.readsStartupResults(Tables.readBy(verb)))
            .toList();
    assertThat(verbs).hasSizeGreaterThanOrEqualTo(4);
    for (String one : verbs) {
      for (String other : verbs) {
        Set<String> made = new TreeSet<>(Tables.madeBy(one));
        made.remove("run");
        if (!one.equals(other)) {
          assertThat(Tables.readBy(other)).as(one + ", " + other).doesNotContainAnyElementsOf(made);
          assertThat(Tables.madeBy(other)).as(one + ", " + other).doesNotContainAnyElementsOf(made);
        }
      }
    }
  }

  @Test
  void everyCheckHoldsOfThem() {
    int checks = SqlFiles.folder("checks").size();
    assertThat(varve("check --warehouse %s", SmallWorld.simulated()).done().out())
        .contains(checks + " of " + checks + " checks pass");
  }

  @Test
  void everyReportOfThemHasTheirRows() {
    Answer reports =
        varve(
                "report availability-by-failures availability-by-popular-replicas"
                    + " availability-front deletion-leakage deletion-cost durability"
                    + " --format json --warehouse %s",
                SmallWorld.simulated())
            .done();
    assertThat(reports.rowsOf("availability-by-failures"))
        .extracting(row -> row.text("scheme"))
        .contains("vc", "vo", "by-layer", "by-repository", "global");
    assertThat(reports.rowsOf("availability-by-popular-replicas"))
        .isNotEmpty()
        .allMatch(row -> row.has("scheme", "vc"));
    assertThat(reports.rowsOf("availability-front"))
        .extracting(row -> row.text("owner"))
        .contains("VM", "image");
    // Two orders, two rules, and two snapshots that go; the printed figures are rows of their own.
    assertThat(reports.rowsOf("deletion-leakage"))
        .filteredOn(row -> row.has("source", "counted"))
        .hasSize(2 * 2 * 2)
        .allMatch(row -> row.count("vms") > 0);
    assertThat(reports.rowsOf("deletion-cost")).hasSize(3);
    assertThat(reports.rowsOf("durability")).hasSize(5);
  }

  @Test
  void aReportForPeopleHasItsTitleItsQuestionAndItsRows() {
    assertThat(
            varve("report durability --wide --warehouse %s", SmallWorld.simulated()).done().lines())
        .startsWith("== durability ==")
        .anyMatch(line -> line.startsWith("   How likely is it to lose any data within a year"))
        .anyMatch(line -> line.matches("counted +by-layer +5 +uniform +2 .*"));
  }

  /** Other cores, other parts, other ranges of trials: the same tables. */
  @Test
  void oneCoreGivesTheTablesOfTwo() {
    Path one = SmallWorld.copy(SmallWorld.packed(), folder.resolve("w"));
    Path two = SmallWorld.simulated();
    String options =
        " --warehouse %s --master local[1,4] --quiet --set tuning.availability.part-edges=50"
            + " --set spark.sql.shuffle.partitions=5";
    varveAlone(SmallWorld.DELETION + options, one).done();
    assertThat(SparkSession.getDefaultSession().isDefined())
        .as("the context that a line has opened is closed by it")
        .isFalse();
    try (SparkRuntime unused = TestEngine.on("local[1,4]")) {
      varveThere(SmallWorld.AVAILABILITY + options, one).done();
      varveThere(SmallWorld.DURABILITY + options, one).done();
    }
    for (String query :
        new String[] {
          "SELECT * FROM availability_result ORDER BY scheme, placement, redundancy,"
              + " popular_redundancy, correlation, mean_failed, failed",
          "SELECT * EXCEPT (delete_nanos, repair_nanos) FROM deletion_result"
              + " ORDER BY vm, deletion_order, repair_rule, deletions",
          "SELECT * FROM durability_result ORDER BY scheme"
        }) {
      assertThat(table(one, query)).isEqualTo(table(two, query)).contains("\n");
    }
  }

  @Test
  void aSyntheticFleetNeedsNoData() {
    Path warehouse = folder.resolve("s");
    varve(
            "simulate availability --synthetic --warehouse %s --sweep --vms 20 --machines 8,9"
                + " --failed 2,4 --trials 500 --popular-replicas 2,3"
                + " --set synthetic.private-blocks=60 --set synthetic.popular-blocks=5"
                + " --set synthetic.popular-degree=10 --set synthetic.oblivious-blocks=65"
                + " --set synthetic.oblivious-degree=2 --set availability.sweep.replicas=2",
            warehouse)
        .done();
    // vc: 2 machines x 4 placements x 2 popular x 2 failed; vo has no popular redundancy.
    assertThat(rows(warehouse, "SELECT scheme FROM availability_result")).hasSize(32 + 16);
    varve(
            "simulate durability --synthetic --warehouse %s --vms 20 --machines 3 --replicas 3"
                + " --popular-replicas 3 --repair-work exponential --mean-hours-to-failure 1000"
                + " --trials 2000 --set durability.machine-bytes-per-second=100kB"
                + " --set durability.total-bytes-per-second=100kB"
                + " --set synthetic.private-blocks=60 --set synthetic.popular-degree=10"
                + " --set synthetic.oblivious-blocks=560 --set synthetic.oblivious-degree=2",
            warehouse)
        .done();
    assertThat(rows(warehouse, "SELECT * FROM durability_result"))
        .hasSize(2)
        .allSatisfy(
            row ->
                assertThat(row.number("markov_per_year"))
                    .isBetween(row.number("loss_per_year_low"), row.number("loss_per_year_high")))
        .allSatisfy(row -> assertThat(row.count("losses")).isPositive());
    varve("check --warehouse %s", warehouse).done();
  }
}
