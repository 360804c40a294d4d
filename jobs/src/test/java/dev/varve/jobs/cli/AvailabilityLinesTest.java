package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines fail under the blocks of a small registry and of small disks. */
class AvailabilityLinesTest {
  private static final String COUNTED =
      "SELECT * FROM availability_result WHERE source = 'counted' ORDER BY scheme, placement,"
          + " redundancy, popular_redundancy, correlation, mean_failed, failed";

  private static List<Line> grid;

  @TempDir private Path folder;

  @BeforeAll
  static void simulate() {
    grid = rows(SmallWorld.simulated(), COUNTED);
  }

  private static List<Line> ofScheme(String scheme) {
    return grid.stream().filter(row -> row.has("scheme", scheme)).toList();
  }

  @Test
  void theClosedFormLiesInTheIntervalOfTheTrials() {
    // 5 schemes, 2 placements, 2 redundancies; 8 kinds and numbers of failures.
    assertThat(grid).hasSize(5 * 2 * 2 * 8);
    assertThat(grid)
        .filteredOn(row -> row.has("placement", "uniform"))
        .hasSize(5 * 2 * 8)
        .allSatisfy(
            row ->
                assertThat(row.number("closed_form"))
                    .isBetween(row.number("simulated_low"), row.number("simulated_high")));
  }

  @Test
  void oneRackTakesNeverBothReplicasOfARackAwarePlacement() {
    // Of three shards two share a rack; of two replicas none.
    assertThat(grid)
        .filteredOn(row -> row.has("placement", "rack-aware"))
        .filteredOn(row -> row.has("correlation", "racks"))
        .filteredOn(row -> row.has("redundancy", "2"))
        .hasSize(5)
        .allSatisfy(row -> assertThat(row.number("any_loss")).isZero())
        .allSatisfy(row -> assertThat(row.number("simulated")).isOne());
  }

  @Test
  void blocksOfFilesAreThoseOfANaivePacking() {
    NaivePacking packing = NaivePacking.of(SmallWorld.packed(), 65536);
    for (String scheme : List.of("by-layer", "by-repository", "global")) {
      assertThat(ofScheme(scheme))
          .as(scheme)
          .isNotEmpty()
          .allSatisfy(
              row ->
                  assertThat(row.number("private_blocks"))
                      .isEqualTo(packing.meanBlocksOfAnImage(scheme)))
          .allSatisfy(row -> assertThat(row.count("owners")).isEqualTo(packing.images()));
    }
  }

  @Test
  void blocksOfVmsAreThoseOfTheSimulatedBackup() {
    Line blocks =
        row(
            SmallWorld.packed(),
            "SELECT sum(bytes) AS bytes FROM block_sharing WHERE scheme = 'vc' AND vms > 0");
    assertThat(ofScheme("vc"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.count("data_bytes")).isEqualTo(blocks.count("bytes")));
  }

  @Test
  void publishedTablesLeaveThoseOfTheWarehouseAlone() {
    Path warehouse = SmallWorld.copy(SmallWorld.simulated(), folder.resolve("w"));
    varve("simulate availability --published --warehouse %s", warehouse).done();
    assertThat(
            rows(
                warehouse,
                "SELECT source, count(*) AS n FROM availability_result GROUP BY source"
                    + " ORDER BY source"))
        .extracting(row -> row.text("source") + " " + row.count("n"))
        .containsExactly("counted " + grid.size(), "published 43");
    assertThat(rows(warehouse, COUNTED)).isEqualTo(grid);
  }

  @Test
  void everyChoiceOfFailedMachinesIsWhatTrialsDrawFrom() {
    Path warehouse = folder.resolve("w");
    String line =
        "simulate availability --synthetic --vms 20 --machines 10 --failed 0,3,10 --replicas 2"
            + " --popular-replicas 3 --set synthetic.private-blocks=60"
            + " --set synthetic.popular-blocks=5 --set synthetic.popular-degree=10"
            + " --set synthetic.oblivious-blocks=65 --set synthetic.oblivious-degree=2"
            + " --warehouse %s --trials ";
    varve(line + "all", warehouse).done();
    String all = COUNTED.replace("'counted'", "'synthetic'");
    List<Line> exact = rows(warehouse, all);
    // The same placement, and failures drawn.
    varve(line + "5000 --set tuning.availability.fresh-shards=0", warehouse).done();
    List<Line> drawn = rows(warehouse, all);
    assertThat(exact).hasSize(2 * 3).hasSameSizeAs(drawn);
    Map<String, Long> choices = Map.of("0", 1L, "3", 120L, "10", 1L);
    for (int at = 0; at < exact.size(); at++) {
      Line every = exact.get(at);
      Line some = drawn.get(at);
      assertThat(every.count("trials")).isEqualTo(choices.get(every.text("failed")));
      assertThat(every.count("placements")).isOne();
      assertThat(every.number("simulated_low")).isEqualTo(every.number("simulated_high"));
      assertThat(some.text("scheme")).isEqualTo(every.text("scheme"));
      assertThat(some.text("failed")).isEqualTo(every.text("failed"));
      assertThat(every.number("simulated"))
          .as("%s", every)
          .isBetween(some.number("simulated_low"), some.number("simulated_high"));
    }
  }
}
