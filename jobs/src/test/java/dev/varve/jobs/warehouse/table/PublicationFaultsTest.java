package dev.varve.jobs.warehouse.table;

import static dev.varve.jobs.warehouse.table.TwoStates.AFTER;
import static dev.varve.jobs.warehouse.table.TwoStates.BEFORE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.store.FaultyDisk.Left;
import dev.varve.jobs.store.FaultyStore;
import dev.varve.jobs.store.FaultyStore.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Publications during which each call to the file system in turn goes wrong: readers see the state
 * before or the one after, and the next writer goes on.
 */
class PublicationFaultsTest {
  @TempDir private static Path folder;
  private static TwoStates states;

  @BeforeAll
  static void makeParts() throws IOException {
    states = TwoStates.make(folder);
  }

  @AfterEach
  void mend() {
    FaultyStore.sound();
  }

  private interface Judge {
    void judge(Path root, int call) throws IOException;
  }

  /** The fault at each call in turn; what it left behind is judged. Returns the number of calls. */
  private static int walk(Fault fault, Judge judge) throws IOException {
    int calls = publish(Fault.NONE, 0, folder.resolve(fault + "-0"));
    assertThat(states.rows(folder.resolve(fault + "-0"))).isEqualTo(AFTER);
    for (int call = 1; call <= calls; call++) {
      Path root = folder.resolve(fault + "-" + call);
      publish(fault, call, root);
      judge.judge(root, call);
    }
    return calls;
  }

  private static int publish(Fault fault, int call, Path root) throws IOException {
    SmallWorld.copy(states.before(), root);
    FaultyStore.watch(root, fault, call);
    try {
      states.publishSecond(root);
    } catch (IOException | RuntimeException e) {
      assertThat(fault).as(e.toString()).isIn(Fault.FAILS, Fault.POWER_IS_LOST);
    }
    return FaultyStore.sound();
  }

  /** Whatever state it is, the next writer finishes it, and a publication after that succeeds. */
  private static void judge(Path root, String what, Map<String, Integer> seen) throws IOException {
    Map<String, Long> rows = states.rows(root);
    assertThat(rows).as(what).isIn(BEFORE, AFTER);
    TwoStates.forgetLock(root);
    WarehouseFiles warehouse = SparkRows.warehouse(states.spark(), root.toString());
    WarehouseWriter.open(warehouse, 0, 60, owner -> {}).close();
    assertThat(states.rows(root)).as("%s, after the next writer", what).isEqualTo(rows);
    assertThat(warehouse.isUnfinished()).isFalse();
    if (rows.equals(BEFORE)) {
      states.publishSecond(root);
      assertThat(states.rows(root)).as(what).isEqualTo(AFTER);
    }
    seen.merge(rows.equals(BEFORE) ? "before" : "after", 1, Integer::sum);
  }

  @Test
  void aLossOfPowerLeavesTheStateBeforeOrAfter() throws Exception {
    Map<String, Integer> seen = new TreeMap<>();
    int calls =
        walk(
            Fault.POWER_IS_LOST,
            (root, call) -> {
              for (Left left : Left.values()) {
                Path after = folder.resolve("left-" + call + left);
                FaultyStore.leave(left, after);
                judge(after, "call " + call + ", " + left, seen);
              }
            });
    assertThat(calls).isGreaterThan(20);
    assertThat(seen).containsOnlyKeys("before", "after");
  }

  @Test
  void aCallThatFailsLeavesTheStateBeforeOrAfter() throws Exception {
    Map<String, Integer> seen = new TreeMap<>();
    walk(Fault.FAILS, (root, call) -> judge(root, "call " + call, seen));
    assertThat(seen).containsOnlyKeys("before", "after");
  }

  @Test
  void aCallThatIsLateChangesNothing() throws Exception {
    walk(Fault.DELAYS, (root, call) -> assertThat(states.rows(root)).isEqualTo(AFTER));
  }
}
