package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of small disks are deleted by summaries, and what leaks is measured. */
class DeletionLinesTest {
  private static final String LIVE = "SELECT sum(live_bytes) AS bytes FROM deletion_result";

  private static List<Line> deletions;
  private static List<Line> vms;

  @BeforeAll
  static void simulate() {
    deletions = rows(SmallWorld.simulated(), "SELECT * FROM deletion_result");
    vms =
        rows(
            SmallWorld.simulated(),
            "SELECT vm, count(*) AS snapshots, max_by(snapshot, position) AS last FROM snapshot"
                + " GROUP BY vm");
  }

  private static List<Line> of(Line vm) {
    return deletions.stream().filter(row -> row.has("vm", vm.text("vm"))).toList();
  }

  private static boolean isOldestFirst(Line row) {
    return row.has("deletion_order", "oldest-first");
  }

  private static boolean isNeverRepaired(Line row) {
    return row.has("repair_rule", "never");
  }

  @Test
  void everyVmLosesAllSnapshotsButOneInEachOrderUnderEachRule() {
    assertThat(vms).hasSize(3);
    for (Line vm : vms) {
      assertThat(of(vm)).hasSize(2 * 2 * (int) (vm.count("snapshots") - 1));
    }
  }

  @Test
  void whatLivesAtLastIsWhatTheLastSnapshotRefersTo() {
    for (Line vm : vms) {
      Line need =
          row(
              SmallWorld.simulated(),
              "SELECT sum(bytes) AS bytes FROM (SELECT DISTINCT fingerprint, bytes FROM"
                  + " segment_chunk WHERE NOT zero AND vm = '%s' AND snapshot = '%s')"
                      .formatted(vm.text("vm"), vm.text("last")));
      assertThat(of(vm))
          .filteredOn(DeletionLinesTest::isOldestFirst)
          .filteredOn(row -> row.count("deletions") == vm.count("snapshots") - 1)
          .hasSize(2)
          .allSatisfy(row -> assertThat(row.count("live_bytes")).isEqualTo(need.count("bytes")));
    }
  }

  @Test
  void withoutRepairSomethingLeaksAndWithItNeverMoreThanAllowed() {
    assertThat(deletions)
        .filteredOn(DeletionLinesTest::isNeverRepaired)
        .anyMatch(row -> row.count("leaked_bytes") > 0)
        .anyMatch(row -> row.number("leaked_ratio") > 0.02);
    assertThat(deletions)
        .filteredOn(row -> row.has("repair_rule", "cautious"))
        .anyMatch(row -> row.has("repaired", "true"))
        .allMatch(row -> row.number("leaked_ratio") <= 0.02);
  }

  @Test
  void popularDataIsNotDeletedThisWayAndStandsApart(@TempDir Path folder) {
    Path warehouse = SmallWorld.copy(SmallWorld.packed(), folder.resolve("w"));
    varve("simulate deletion --warehouse %s", warehouse).done();
    long withPopular =
        deletions.stream()
            .filter(row -> isNeverRepaired(row) && isOldestFirst(row))
            .mapToLong(row -> row.count("live_bytes"))
            .sum();
    assertThat(row(warehouse, LIVE).count("bytes")).isPositive().isLessThan(withPopular);
  }

  @Test
  void groupAfterGroupFreesWhatOneSweepDoes() {
    List<Line> costs = rows(SmallWorld.simulated(), "SELECT * FROM deletion_cost ORDER BY method");
    assertThat(costs).hasSize(3);
    assertThat(costs.get(0).count("freed_bytes"))
        .isPositive()
        .isEqualTo(costs.get(1).count("freed_bytes"));
    assertThat(costs).allMatch(row -> row.count("deletions") == vms.size());
  }
}
