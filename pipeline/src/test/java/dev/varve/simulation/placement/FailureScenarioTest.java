package dev.varve.simulation.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FailureScenarioTest {
  private static final Cluster CLUSTER = new Cluster(22, 5);

  @Test
  void failedMachinesAreAscendingAndAsManyAsTheirDistributionSays() {
    for (String name : FailureScenarios.NAMES) {
      FailureScenario scenario =
          FailureScenarios.named(name, CLUSTER, new FailureSettings(2, 0.2, 3), new Seed(1));
      double[] expected = scenario.failedCounts();
      assertThat(expected).hasSize(23);
      assertThat(Arrays.stream(expected).sum()).isCloseTo(1, within(1e-12));
      double[] seen = new double[23];
      int trials = 20_000;
      for (int trial = 0; trial < trials; trial++) {
        int[] failed = scenario.failed(trial);
        assertThat(failed).isSorted().doesNotHaveDuplicates();
        assertThat(scenario.failed(trial)).isEqualTo(failed);
        seen[failed.length] += 1.0 / trials;
      }
      for (int failed = 0; failed <= 22; failed++) {
        assertThat(seen[failed]).as(name + " " + failed).isCloseTo(expected[failed], within(.016));
        if (expected[failed] == 0) {
          assertThat(seen[failed]).isZero();
        }
      }
    }
  }

  @Test
  void everySubsetOfNearlyAllMachinesIsCountedAndListed() {
    EverySubset every = new EverySubset(100, 97);
    assertThat(every.exceed(1_000_000)).isFalse();
    assertThat(every.subsets()).isEqualTo(100 * 99 * 98 / 6);
    Set<Integer> spared = new HashSet<>();
    for (int trial = 0; trial < every.subsets(); trial++) {
      int[] failed = every.failed(trial);
      int code = 0;
      for (int machine = 0, place = 0; machine < 100; machine++) {
        if (place < 97 && failed[place] == machine) {
          place++;
        } else {
          code = 100 * code + machine;
        }
      }
      spared.add(code);
    }
    assertThat(spared).hasSize((int) every.subsets());
  }

  @Test
  void racksOfTwoSizesGiveTheirHypergeometricCounts() {
    // 22 machines: racks of 5, 5, 4, 4, 4. Two racks: both large in 1 of 10, none in 3 of 10.
    double[] counts =
        FailureScenarios.named("racks", CLUSTER, FailureSettings.racks(2), new Seed(1))
            .failedCounts();
    assertThat(counts[8]).isCloseTo(0.3, within(1e-15));
    assertThat(counts[9]).isCloseTo(0.6, within(1e-15));
    assertThat(counts[10]).isCloseTo(0.1, within(1e-15));
  }

  @Test
  void wholeRacksFail() {
    FailureScenario racks =
        FailureScenarios.named("racks", CLUSTER, FailureSettings.racks(2), new Seed(1));
    FailureScenario plus =
        FailureScenarios.named("rack-plus", CLUSTER, FailureSettings.machines(3), new Seed(1));
    for (int trial = 0; trial < 300; trial++) {
      assertThat(brokenRacks(racks.failed(trial))).containsExactlyInAnyOrder(0, 0, 0, 1, 1);
      assertThat(brokenRacks(plus.failed(trial))).contains(1);
    }
  }

  private static Integer[] brokenRacks(int[] failed) {
    Integer[] whole = {0, 0, 0, 0, 0};
    for (int rack = 0; rack < 5; rack++) {
      int of = rack;
      long down = Arrays.stream(failed).filter(machine -> CLUSTER.rack(machine) == of).count();
      whole[rack] = down == CLUSTER.rackMachines(rack) ? 1 : 0;
    }
    return whole;
  }

  @Test
  void whatFailsAtSomeSeverityFailsAtAnyGreater() {
    for (int trial = 0; trial < 200; trial++) {
      for (int severity = 0; severity < 5; severity++) {
        for (String name : FailureScenarios.NAMES) {
          FailureSettings mild = new FailureSettings(severity, severity / 5.0, severity);
          FailureSettings more =
              new FailureSettings(severity + 1, (severity + 1) / 5.0, severity + 1);
          int[] few = FailureScenarios.named(name, CLUSTER, mild, new Seed(3)).failed(trial);
          int[] many = FailureScenarios.named(name, CLUSTER, more, new Seed(3)).failed(trial);
          assertThat(Arrays.stream(many).boxed().toList())
              .containsAll(Arrays.stream(few).boxed().toList());
        }
      }
    }
  }

  @Test
  void everySubsetComesOnce() {
    for (int machines = 1; machines <= 8; machines++) {
      for (int failed = 0; failed <= machines; failed++) {
        EverySubset every = new EverySubset(machines, failed);
        Set<Set<Integer>> seen = new HashSet<>();
        for (int trial = 0; trial < every.subsets(); trial++) {
          int[] subset = every.failed(trial);
          assertThat(subset).isSorted().hasSize(failed);
          Set<Integer> members = new HashSet<>();
          Arrays.stream(subset).forEach(members::add);
          assertThat(members).hasSize(failed);
          seen.add(members);
        }
        assertThat(seen).hasSize((int) every.subsets());
        long masks = 0;
        for (int mask = 0; mask < 1 << machines; mask++) {
          masks += Integer.bitCount(mask) == failed ? 1 : 0;
        }
        assertThat(every.subsets()).isEqualTo(masks);
      }
    }
  }

  @Test
  void moreFailuresThanMachinesAreRefused() {
    for (String name : new String[] {"exactly", "racks", "rack-plus"}) {
      assertThatThrownBy(
              () ->
                  FailureScenarios.named(name, CLUSTER, new FailureSettings(23, 0, 6), new Seed(1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> FailureSettings.probability(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> FailureScenarios.named("flood", CLUSTER, FailureSettings.racks(1), new Seed(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
