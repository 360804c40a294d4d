package dev.varve.simulation.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlacementTest {
  private static final PlacementSettings SETTINGS = new PlacementSettings(16, 4);

  static Stream<String> names() {
    return Placements.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void machinesAreDistinctAndInTheClusterWhateverItsShape(String name) {
    for (int machines = 1; machines <= 13; machines++) {
      for (int racks = 1; racks <= machines; racks++) {
        for (int shards = 1; shards <= machines; shards++) {
          Placement placement = named(name, new Cluster(machines, racks), shards, 7);
          for (int block = 0; block < 20; block++) {
            assertThat(Arrays.stream(placed(placement, block)).boxed().distinct())
                .hasSize(shards)
                .isSubsetOf(IntStream.range(0, machines).boxed().toList());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void aBlocksMachinesDependOnSeedAndNumberAlone(String name) {
    Cluster cluster = new Cluster(30, 5);
    Placement forth = named(name, cluster, 3, 1);
    Placement back = named(name, cluster, 3, 1);
    int[][] seen = new int[100][];
    for (int block = 0; block < 100; block++) {
      seen[block] = placed(forth, block);
    }
    for (int block = 99; block >= 0; block--) {
      assertThat(placed(back, block)).isEqualTo(seen[block]);
    }
    Placement other = named(name, cluster, 3, 2);
    assertThat(IntStream.range(0, 100))
        .anyMatch(block -> !Arrays.equals(placed(other, block), seen[block]));
  }

  @ParameterizedTest
  @MethodSource("names")
  void noMachineIsLeftOutOrOverrun(String name) {
    Placement placement =
        Placements.named(
            name,
            new Cluster(20, 4),
            Redundancy.replicas(3),
            new PlacementSettings(2000, 19),
            new Seed(3));
    int[] load = new int[20];
    int blocks = 20_000;
    for (int block = 0; block < blocks; block++) {
      for (int machine : placed(placement, block)) {
        load[machine]++;
      }
    }
    assertThat(Arrays.stream(load)).allMatch(shards -> shards > 2100 && shards < 3900);
  }

  @Test
  void uniformSetsAreEquallyLikely() {
    Placement placement = named("uniform", new Cluster(6, 2), 3, 11);
    int[] counts = new int[64];
    int blocks = 20_000;
    for (int block = 0; block < blocks; block++) {
      counts[mask(placed(placement, block))]++;
    }
    double expected = blocks / 20.0;
    double chiSquare = 0;
    for (int mask = 0; mask < 64; mask++) {
      if (Integer.bitCount(mask) == 3) {
        chiSquare += (counts[mask] - expected) * (counts[mask] - expected) / expected;
      } else {
        assertThat(counts[mask]).isZero();
      }
    }
    // 19 degrees of freedom: 43.8 is exceeded once in a thousand seeds.
    assertThat(chiSquare).isLessThan(43.8);
  }

  @Test
  void oneMoreReplicaLeavesTheOthersWhereTheyAre() {
    for (String name : new String[] {"uniform", "consistent-hash"}) {
      Placement three = named(name, new Cluster(30, 5), 3, 5);
      Placement four = named(name, new Cluster(30, 5), 4, 5);
      for (int block = 0; block < 200; block++) {
        assertThat(Arrays.copyOf(placed(four, block), 3)).isEqualTo(placed(three, block));
      }
    }
  }

  @Test
  void secondAndThirdReplicaShareARackThatIsNotTheFirsts() {
    Cluster cluster = new Cluster(22, 5);
    Placement placement = named("rack-aware", cluster, 3, 9);
    Set<Integer> firsts = new HashSet<>();
    Set<Integer> pairs = new HashSet<>();
    for (int block = 0; block < 5000; block++) {
      int[] machines = placed(placement, block);
      assertThat(cluster.rack(machines[1]))
          .isEqualTo(cluster.rack(machines[2]))
          .isNotEqualTo(cluster.rack(machines[0]));
      firsts.add(machines[0]);
      pairs.add(machines[0] * 22 + machines[1]);
    }
    assertThat(firsts).hasSize(22);
    // Every pair of two racks: 22 * 22 less those of one rack, 3 of 4 machines and 2 of 5.
    assertThat(pairs).hasSize(22 * 22 - (3 * 16 + 2 * 25));
  }

  @Test
  void noRackHoldsAllOrMoreThanHdfsAllows() {
    for (int racks = 2; racks <= 6; racks++) {
      Cluster cluster = new Cluster(24, racks);
      for (int shards = 2; shards <= 9; shards++) {
        int most = Math.min(shards - 1, (shards - 1) / racks + 2);
        Placement placement = named("rack-aware", cluster, shards, 4);
        for (int block = 0; block < 300; block++) {
          int[] inRack = new int[racks];
          for (int machine : placed(placement, block)) {
            inRack[cluster.rack(machine)]++;
          }
          assertThat(Arrays.stream(inRack).max().orElseThrow()).isLessThanOrEqualTo(most);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "4, 2", "6, 3", "10, 4"})
  void aCodeOutlivesAnyOneRackWhereItCan(int data, int parity) {
    for (int racks = 2; racks <= 6; racks++) {
      Cluster cluster = new Cluster(30, racks);
      int most = (data + parity + racks - 1) / racks;
      Redundancy code = Redundancy.reedSolomon(data, parity);
      Placement placement =
          Placements.named("rack-aware", cluster, code, SETTINGS, new Seed(racks));
      for (int block = 0; block < 300; block++) {
        int[] inRack = new int[racks];
        for (int machine : placed(placement, block)) {
          inRack[cluster.rack(machine)]++;
        }
        assertThat(Arrays.stream(inRack).max().orElseThrow()).isLessThanOrEqualTo(most);
      }
    }
  }

  @Test
  void aMachineThatLeavesTheRingMovesOnlyItsOwnBlocks() {
    Placement before = named("consistent-hash", new Cluster(20, 1), 1, 6);
    Placement after = named("consistent-hash", new Cluster(19, 1), 1, 6);
    int moved = 0;
    for (int block = 0; block < 2000; block++) {
      int machine = placed(before, block)[0];
      if (machine != 19) {
        assertThat(placed(after, block)[0]).isEqualTo(machine);
      } else {
        moved++;
      }
    }
    assertThat(moved).isBetween(30, 250);
  }

  @Test
  void copysetsAreFewAndKeepTheScatterWidth() {
    // S = 4, r = 3: two permutations of 12 machines, each cut into 4.
    Cluster cluster = new Cluster(12, 1);
    CopysetPlacement placement = new CopysetPlacement(cluster, 3, 4, new Seed(8));
    assertThat(placement.copysets()).isEqualTo(8);
    Set<Integer> sets = new HashSet<>();
    int[] together = new int[12];
    for (int block = 0; block < 2000; block++) {
      int mask = mask(placed(placement, block));
      sets.add(mask);
      for (int machine = 0; machine < 12; machine++) {
        together[machine] |= (mask >> machine & 1) != 0 ? mask & ~(1 << machine) : 0;
      }
    }
    assertThat(sets).hasSize(8);
    assertThat(Arrays.stream(together)).allMatch(mask -> Integer.bitCount(mask) <= 4);
  }

  @Test
  void racksDifferByOneMachineAtMost() {
    for (int machines = 1; machines < 40; machines++) {
      for (int racks = 1; racks <= machines; racks++) {
        Cluster cluster = new Cluster(machines, racks);
        for (int machine = 0; machine < machines; machine++) {
          int rack = cluster.rack(machine);
          assertThat(machine)
              .isBetween(cluster.firstMachine(rack), cluster.firstMachine(rack + 1) - 1);
        }
        for (int rack = 0; rack < racks; rack++) {
          assertThat((double) cluster.rackMachines(rack))
              .isCloseTo((double) machines / racks, within(0.99));
        }
      }
    }
  }

  @Test
  void redundancyIsReadAsItIsWritten() {
    assertThat(Redundancy.parse("3")).isEqualTo(new Redundancy(3, 1)).hasToString("3");
    assertThat(Redundancy.parse("rs-6-3")).isEqualTo(new Redundancy(9, 6)).hasToString("rs-6-3");
    assertThat(Redundancy.parse("rs-6-3").storageFold()).isEqualTo(1.5);
    assertThat(Redundancy.parse("rs-6-3").fatalFailures()).isEqualTo(4);
    assertThat(Redundancy.parse("3").fatalFailures()).isEqualTo(3);
    for (String wrong : new String[] {"", "0", "rs-6", "rs-0-3", "xor-2-1", "three"}) {
      assertThatThrownBy(() -> Redundancy.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void wrongNamesAndTooFewMachinesAreRefused() {
    Cluster cluster = new Cluster(4, 2);
    assertThatThrownBy(() -> named("striped", cluster, 3, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("uniform");
    assertThatThrownBy(() -> named("uniform", cluster, 5, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Placement named(String name, Cluster cluster, int shards, long seed) {
    return Placements.named(name, cluster, Redundancy.replicas(shards), SETTINGS, new Seed(seed));
  }

  private static int[] placed(Placement placement, long block) {
    int[] machines = new int[placement.shards() + 2];
    machines[0] = -1;
    machines[machines.length - 1] = -2;
    placement.place(block, machines, 1);
    assertThat(machines[0]).isEqualTo(-1);
    assertThat(machines[machines.length - 1]).isEqualTo(-2);
    return Arrays.copyOfRange(machines, 1, machines.length - 1);
  }

  private static int mask(int[] machines) {
    return Arrays.stream(machines).map(machine -> 1 << machine).reduce(0, (a, b) -> a | b);
  }
}
