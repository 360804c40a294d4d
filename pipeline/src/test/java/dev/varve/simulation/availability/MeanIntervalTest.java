package dev.varve.simulation.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.FailureScenario;
import dev.varve.simulation.placement.FailureScenarios;
import dev.varve.simulation.placement.FailureSettings;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Redundancy;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeanIntervalTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void theClosedFormIsInside97Of100RandomWorlds(int trialsPerPlacement) {
    int inside = 0;
    double width = 0;
    for (int number = 0; number < 100; number++) {
      RandomGenerator random = RandomWorlds.random("interval", number);
      int machines = 5 + random.nextInt(12);
      Fleet fleet = RandomWorlds.fleet(random, 10, 40);
      Protection kept = RandomWorlds.protection(random, "uniform", machines);
      Seed seed = new Seed(number);
      String name = kept.cluster().racks() > 1 ? FailureScenarios.NAMES.get(number % 4) : "exactly";
      FailureSettings settings =
          new FailureSettings(1 + random.nextInt(machines / 2), random.nextDouble() / 2, 1);
      FailureScenario scenario = FailureScenarios.named(name, kept.cluster(), settings, seed);
      Tally tally =
          new FreshPlacements(fleet, kept, scenario, seed, trialsPerPlacement).run(0, 1500);
      MeanInterval interval = tally.availability(0.99);
      assertThat(interval.contains(tally.availability())).isTrue();
      MeanInterval narrower = tally.availability(0.95);
      assertThat(narrower.low()).isGreaterThanOrEqualTo(interval.low());
      assertThat(narrower.high()).isLessThanOrEqualTo(interval.high());
      inside += interval.contains(ClosedForm.availability(fleet, kept, scenario)) ? 1 : 0;
      width += (interval.high() - interval.low()) / 100;
    }
    assertThat(inside).isGreaterThanOrEqualTo(97);
    assertThat(width).isLessThan(0.07); // and they say something
  }

  /**
   * Points of a ring and permutations of copysets name all machines alike, so one block lies on any
   * r machines with equal probability: over all placements, k of M failed machines lose C(k, r) /
   * C(M, r) of the owners of one block each. On one placement of so few machines it is another
   * share.
   */
  @ParameterizedTest
  @CsvSource({
    "uniform, exactly",
    "uniform, racks",
    "consistent-hash, exactly",
    "consistent-hash, racks",
    "copyset, exactly",
    "copyset, racks"
  })
  void theMeanOverPlacementsIsInside93Of100(String placement, String correlation) {
    Redundancy two = Redundancy.replicas(2);
    Cluster cluster = new Cluster(6, 2);
    Protection kept = new Protection(cluster, placement, new PlacementSettings(4, 2), two, two);
    ShareGraphBuilder blocks = new ShareGraphBuilder(5);
    for (int owner = 0; owner < 5; owner++) {
      blocks.add(owner, owner);
    }
    Fleet fleet = Fleet.of(blocks.build());
    FailureSettings failed = new FailureSettings(3, 0, 1);
    double loss = 3.0 / 15; // C(3, 2) / C(6, 2)
    int inside = 0;
    for (int number = 0; number < 200; number++) {
      Seed seed = new Seed(number).at("covered");
      FailureScenario scenario = FailureScenarios.named(correlation, cluster, failed, seed);
      Tally tally = new FreshPlacements(fleet, kept, scenario, seed, 25).run(0, 40);
      assertThat(tally.trials()).isEqualTo(1000);
      inside += tally.availability(0.95).contains(1 - loss) ? 1 : 0;
    }
    assertThat(inside).isGreaterThanOrEqualTo(186);
  }

  @Test
  void whereNothingWasLostTheRestIsOfOrderOneOverTrials() {
    MeanInterval interval = new Tally(100, 10_000, 10_000, 0, 0, 0, 0).availability(0.99);
    assertThat(interval.high()).isEqualTo(1);
    // Hoeffding at mean 0 is n ln(1/(1-q)) = ln(4/0.01): q = 5.99/n.
    assertThat(1 - interval.low()).isCloseTo(Math.log(400) / 10_000, within(3e-7));
  }

  @Test
  void coinsHaveTheirHoeffdingEdges() {
    // By hand: all heads, n = 10, 95 %: (low)^10 = 0.025.
    MeanInterval heads = MeanInterval.ofMean(10, 1, 0.95);
    assertThat(heads.high()).isEqualTo(1);
    assertThat(heads.low()).isCloseTo(Math.pow(0.025, 0.1), within(1e-12));
    MeanInterval half = MeanInterval.ofMean(1000, 0.5, 0.95);
    assertThat(half.low()).isCloseTo(1 - half.high(), within(1e-12));
    // KL(1/2, 1/2 + x) is 2 x^2 and a little more: near the bound sqrt(ln 40 / 2000) from below.
    assertThat(half.high() - 0.5).isBetween(0.0425, Math.sqrt(Math.log(40) / 2000));
  }

  @Test
  void littleScatterNarrows() {
    // Every unit loses exactly 30 of 100.
    MeanInterval interval =
        new Tally(100, 10_000, 10_000, 300_000, 9_000_000, 10_000, 10_000).availability(0.99);
    assertThat(interval.contains(0.7)).isTrue();
    assertThat(interval.high() - interval.low())
        .isCloseTo(2 * 7 * Math.log(800) / (3 * 9999), within(1e-9));
  }

  @Test
  void noTrialsSayNothing() {
    assertThat(MeanInterval.ofMean(0, Double.NaN, 0.99)).isEqualTo(new MeanInterval(0, 1));
    assertThat(new Tally(10, 1, 1, 5, 25, 1, 1).availability(0.99).low()).isLessThan(0.05);
  }
}
