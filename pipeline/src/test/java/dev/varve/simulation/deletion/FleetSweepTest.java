package dev.varve.simulation.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FleetSweepTest {
  private static final List<String> VMS = List.of("a", "b", "c", "d", "e");

  /**
   * What goes of VM a alone is 1; 2 stays for its next snapshot, 3 for VM b, which deletes none.
   */
  @Test
  void aChunkGoesWithTheLastThatRefersToIt() {
    FleetSweep sweep = new FleetSweep(2, Map.of("a", 2, "b", 1));
    sweep.add(piece("a", 0, 1, 2, 3));
    sweep.add(piece("a", 1, 2, 4));
    sweep.add(piece("b", 0, 3, 5));
    FleetSweep.Costs costs = sweep.costs();
    assertThat(costs.whole().freedBytes()).isEqualTo(1);
    assertThat(costs.grouped().freedBytes()).isEqualTo(1);
    assertThat(costs.whole().references()).as("2, 4 of a and 3, 5 of b").isEqualTo(4);
    assertThat(costs.grouped().references()).as("each group anew, once").isEqualTo(4);
    assertThat(costs.whole().memoryBytes()).as("a table of 16 keys").isEqualTo(128);
    assertThat(costs.grouped().memoryBytes()).as("one for each group").isEqualTo(256);
  }

  @Test
  void withoutAnythingNothingIsFreed() {
    FleetSweep.Costs costs = new FleetSweep(3, Map.of()).costs();
    assertThat(costs.whole().freedBytes() + costs.grouped().freedBytes()).isZero();
    assertThat(costs.whole().references() + costs.grouped().references()).isZero();
  }

  @Test
  void setsFreeTheSameInOnePartOrInMany() {
    for (long trial = 0; trial < 100; trial++) {
      RandomGenerator random = Chains.random("fleet", trial);
      Map<String, Integer> snapshots = new HashMap<>();
      List<FleetSweep.Piece> pieces = new ArrayList<>();
      for (String vm : VMS) {
        List<ChunkReferences> chain = Chains.tangle(random);
        snapshots.put(vm, chain.size());
        for (int number = 0; number < chain.size(); number++) {
          pieces.add(new FleetSweep.Piece(vm, number, chain.get(number)));
        }
      }
      int groups = 1 + random.nextInt(4);
      FleetSweep.Costs whole = costs(groups, snapshots, pieces, 1);
      FleetSweep.Costs cut = costs(groups, snapshots, pieces, 1 + random.nextInt(7));
      long freed = freed(snapshots, pieces);
      assertThat(whole.whole().freedBytes()).isEqualTo(freed);
      assertThat(whole.grouped().freedBytes()).isEqualTo(freed);
      assertThat(cut.whole().freedBytes()).isEqualTo(freed);
      assertThat(cut.grouped().freedBytes()).isEqualTo(freed);
      assertThat(cut.whole().references()).isEqualTo(whole.whole().references());
      assertThat(cut.grouped().references()).isEqualTo(whole.grouped().references());
    }
  }

  /** Cut, each part swept alone, and added up. */
  private static FleetSweep.Costs costs(
      int groups, Map<String, Integer> snapshots, List<FleetSweep.Piece> pieces, int parts) {
    FleetSweep.Costs sum = FleetSweep.Costs.NONE;
    for (int part = 0; part < parts; part++) {
      FleetSweep sweep = new FleetSweep(groups, snapshots);
      for (FleetSweep.Piece piece : pieces) {
        ReferenceList list = new ReferenceList();
        list.addAll(piece.references());
        ChunkReferences own = list.cut(parts).get(part);
        if (own != null) {
          sweep.add(new FleetSweep.Piece(piece.vm(), piece.snapshot(), own));
        }
      }
      sum = sum.plus(sweep.costs());
    }
    return sum;
  }

  /** By sets: lengths of chunks that only snapshots that go refer to. */
  private static long freed(Map<String, Integer> snapshots, List<FleetSweep.Piece> pieces) {
    Map<Long, Integer> lengths = new HashMap<>();
    Set<Long> live = new HashSet<>();
    for (FleetSweep.Piece piece : pieces) {
      boolean goes = piece.snapshot() == 0 && snapshots.getOrDefault(piece.vm(), 0) > 1;
      for (int chunk = 0; chunk < piece.references().chunks(); chunk++) {
        long key = piece.references().keys()[chunk];
        lengths.put(key, piece.references().bytes()[chunk]);
        if (!goes) {
          live.add(key);
        }
      }
    }
    lengths.keySet().removeAll(live);
    return lengths.values().stream().mapToLong(Integer::longValue).sum();
  }

  /** Chunks whose lengths are their keys. */
  private static FleetSweep.Piece piece(String vm, int snapshot, long... keys) {
    ReferenceList list = new ReferenceList();
    for (long key : keys) {
      list.add(key, (int) key);
    }
    return new FleetSweep.Piece(vm, snapshot, list.references());
  }
}
