package dev.varve.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FleetSweepTest {
  private final FleetSweep sweep = new FleetSweep(2, Map.of("a", 2, "b", 1));

  /** Of a's first snapshot b needs 1, and a's second one 2; nobody needs 4. */
  @Test
  void onlyWhatNoLiveSnapshotNeedsIsFreed() {
    add("a", 0, 1, 2);
    add("b", 0, 1);
    add("a", 1, 2, 3);
    add("a", 0, 4);
    FleetSweep.Costs costs = sweep.sweep();
    assertThat(costs.whole().freedBytes()).isEqualTo(40);
    assertThat(costs.grouped().freedBytes()).isEqualTo(40);
  }

  /** Chunk 3 comes twice in one snapshot, and is one reference of it. */
  @Test
  void everyLiveSnapshotIsMarkedOnce() {
    add("a", 0, 1, 2);
    add("a", 1, 2, 3);
    add("a", 1, 3);
    add("b", 0, 1);
    FleetSweep.Costs costs = sweep.sweep();
    assertThat(costs.whole().references()).isEqualTo(3);
    assertThat(costs.grouped().references()).isEqualTo(3);
    assertThat(costs.plus(costs).whole().references()).isEqualTo(6);
  }

  @Test
  void theOnlySnapshotOfAVmStays() {
    add("b", 0, 1, 2);
    assertThat(sweep.sweep().whole().freedBytes()).isZero();
  }

  /** Chunk n has 10 n bytes. */
  private void add(String vm, int number, int... chunks) {
    ReferenceList list = new ReferenceList();
    for (int chunk : chunks) {
      list.add(chunk, 10 * chunk);
    }
    sweep.add(new FleetSweep.Piece(vm, number, list.references()));
  }
}
