package dev.varve.simulation.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import dev.varve.simulation.availability.RepairSettings.RepairWork;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Redundancy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurabilityTest {
  private static final double YEAR_HOURS = 365.25 * 24;
  private static final double MTTF_HOURS = 2000;
  private static final double REPAIR_HOURS = 60;
  private static final double BLOCK_BYTES = 64e6;
  private static final Seed SEED = new Seed(41);

  @Test
  void aMirrorHasItsTextbookMeanTimeToLoss() {
    double fail = 1 / MTTF_HOURS;
    double repair = 1 / REPAIR_HOURS;
    MarkovDurability mirror = markov("2", 100);
    assertThat(mirror.meanHoursToLoss())
        .isCloseTo((3 * fail + repair) / (2 * fail * fail), within(1e-6));
    assertThat(markov("1", 100).meanHoursToLoss()).isCloseTo(MTTF_HOURS, within(1e-9));
    // RAID 5 of n = 5: ((2n - 1) lambda + mu) / (n (n - 1) lambda^2).
    assertThat(markov("rs-4-1", 100).meanHoursToLoss())
        .isCloseTo((9 * fail + repair) / (20 * fail * fail), within(1e-6));
  }

  @Test
  void lossWithinATimeIsTheSolutionOfTheChain() {
    assertThat(markov("1", 100).lossProbability(500))
        .isCloseTo(-Math.expm1(-500 / MTTF_HOURS), within(1e-13));
    // A mirror's two roots, by hand.
    double fail = 1 / MTTF_HOURS;
    double repair = 1 / REPAIR_HOURS;
    double root = Math.sqrt(fail * fail + 6 * fail * repair + repair * repair);
    double fast = (-(3 * fail + repair) - root) / 2;
    double slow = (-(3 * fail + repair) + root) / 2;
    for (double hours : new double[] {1, 100, YEAR_HOURS, 1e6}) {
      double alive =
          (slow * Math.exp(fast * hours) - fast * Math.exp(slow * hours)) / (slow - fast);
      assertThat(markov("2", 100).lossProbability(hours)).isCloseTo(1 - alive, within(1e-11));
    }
    assertThat(markov("3", 100).lossProbability(1e9)).isCloseTo(1, within(1e-12));
  }

  @Test
  void rareLossesKeepTheirDigits() {
    // Nine replicas, ten years, an hour to repair: far beyond what 1 - p could hold.
    MarkovDurability nine =
        MarkovDurability.of(Redundancy.replicas(9), 1e6, 1, Double.POSITIVE_INFINITY);
    double perHour = 1 / nine.meanHoursToLoss();
    assertThat(perHour).isLessThan(1e-45);
    assertThat(nine.lossProbability(10 * YEAR_HOURS) / (perHour * 10 * YEAR_HOURS))
        .isCloseTo(1, within(1e-3));
    assertThat(nine.mostLossProbability(10 * YEAR_HOURS, 1000) / (1000 * perHour * 10 * YEAR_HOURS))
        .isCloseTo(1, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 100, 0.05",
    "2, 100, 1",
    "2, 0.5, 1",
    "3, 100, 3",
    "3, 1, 1",
    "rs-2-1, 100, 1",
    "rs-4-2, 100, 2",
    "rs-4-2, 1.5, 1"
  })
  void theChainIsInsideTheInterval(String redundancy, double parallelRepairs, double years) {
    Durability durability =
        durability(one(redundancy), parallelRepairs, RepairWork.EXPONENTIAL, SEED);
    LossTally tally = durability.run(0, 20_000, years);
    double closed = markov(redundancy, parallelRepairs).lossProbability(years * YEAR_HOURS);
    assertThat(tally.loss(0.99).contains(closed))
        .as(closed + " in " + tally.loss(0.99) + " about " + tally.lossRatio())
        .isTrue();
    assertThat(tally.losses()).isBetween(50L, 19_950L);
    assertThat(durability.run(7777, 20_000, years).plus(durability.run(0, 7777, years)))
        .isEqualTo(tally);
  }

  @Test
  void aMirrorOfFixedRepairsLosesAsItsRenewalsSay() {
    // Both up for 1/(2 lambda); lost if the other fails within the repair of D hours, else again.
    Durability durability = durability(one("2"), 100, RepairWork.FIXED, SEED);
    double risk = -Math.expm1(-REPAIR_HOURS / MTTF_HOURS);
    double failsAfter = MTTF_HOURS - REPAIR_HOURS * (1 - risk) / risk;
    double hours = MTTF_HOURS / 2 / risk + (1 / risk - 1) * REPAIR_HOURS + failsAfter;
    double mean = 0;
    int trials = 10_000;
    for (int trial = 0; trial < trials; trial++) {
      mean += durability.yearsToLoss(trial, 1e9) * YEAR_HOURS / trials;
    }
    // Nearly exponential: its deviation is its mean.
    assertThat(mean).isCloseTo(hours, within(4 * hours / Math.sqrt(trials)));
  }

  @Test
  void manyGroupsLoseMoreThanOneAndLessThanTheirSum() {
    Fleet fleet = Fleet.of(SyntheticFleet.graph(10, 40, 2, 0, SEED));
    World world = World.of(fleet, protection("uniform", "3", 12), SEED);
    double bytes = 0;
    for (int machine = 0; machine < 12; machine++) {
      bytes += world.repairBytes(machine, BLOCK_BYTES, 0);
    }
    assertThat(bytes).isEqualTo(BLOCK_BYTES * 40 * 3);
    // A bandwidth for every machine by which the mean machine takes the usual hours.
    RepairSettings settings =
        new RepairSettings(
            MTTF_HOURS,
            bytes / 12 / (REPAIR_HOURS * 3600),
            Double.POSITIVE_INFINITY,
            RepairWork.FIXED);
    LossTally tally = new Durability(world, settings, BLOCK_BYTES, 0, SEED).run(0, 4000, 1);
    assertThat(tally.lossRatio()).isGreaterThan(markov("3", 100).lossProbability(YEAR_HOURS));
    assertThat(tally.lossRatio())
        .isLessThan(2 * markov("3", 100).mostLossProbability(YEAR_HOURS, world.machineSets()));
  }

  /** Ten private blocks and two popular ones, each on all nine machines by its own code. */
  @Test
  void aMachineReadsTheBytesOfABlockForEachOfItsShards() {
    Fleet fleet = new Fleet(ShareGraph.store(0, 10), ShareGraph.store(10, 2));
    Protection protection =
        new Protection(
            new Cluster(9, 1),
            "uniform",
            PlacementSettings.USUAL,
            Redundancy.parse("rs-6-3"),
            Redundancy.replicas(9));
    World world = World.of(fleet, protection, SEED);
    for (int machine = 0; machine < 9; machine++) {
      // It stores ten shards of 1 MB and reads six of them for each; and two whole blocks of 1 MB.
      assertThat(world.repairBytes(machine, 6e6, 1e6)).isEqualTo(10 * 6e6 + 2 * 1e6);
    }
  }

  @Test
  void slowerRepairLosesMore() {
    World world =
        World.of(
            Fleet.of(SyntheticFleet.graph(10, 40, 2, 0, SEED)),
            protection("uniform", "3", 12),
            SEED);
    long before = -1;
    for (double megabytes : new double[] {20, 2, 0.2, 0.02}) {
      RepairSettings settings =
          new RepairSettings(MTTF_HOURS, 1e9, megabytes * 1e3, RepairWork.FIXED);
      long losses =
          new Durability(world, settings, BLOCK_BYTES, 0, SEED).run(0, 2000, 0.2).losses();
      assertThat(losses).isGreaterThan(before);
      before = losses;
    }
  }

  @Test
  void nothingToLoseIsNeverLost() {
    World world = World.of(Fleet.of(ShareGraph.empty(3)), protection("uniform", "3", 12), SEED);
    RepairSettings settings = new RepairSettings(10, 1, 1, RepairWork.FIXED);
    assertThat(new Durability(world, settings, BLOCK_BYTES, 0, SEED).run(0, 20, 1))
        .isEqualTo(new LossTally(20, 0));
  }

  private static MarkovDurability markov(String redundancy, double parallelRepairs) {
    return MarkovDurability.of(
        Redundancy.parse(redundancy), MTTF_HOURS, REPAIR_HOURS, parallelRepairs);
  }

  /** One block over all machines. */
  private static World one(String redundancy) {
    int machines = Redundancy.parse(redundancy).shards();
    Fleet fleet = Fleet.of(new ShareGraphBuilder(1).add(0, 0).build());
    return World.of(fleet, protection("uniform", redundancy, machines), SEED);
  }

  private static Durability durability(
      World world, double parallelRepairs, RepairWork work, Seed seed) {
    double bandwidth = BLOCK_BYTES / (REPAIR_HOURS * 3600);
    return new Durability(
        world,
        new RepairSettings(MTTF_HOURS, bandwidth, parallelRepairs * bandwidth, work),
        BLOCK_BYTES,
        0,
        seed);
  }

  private static Protection protection(String placement, String redundancy, int machines) {
    Redundancy kept = Redundancy.parse(redundancy);
    return new Protection(new Cluster(machines, 1), placement, PlacementSettings.USUAL, kept, kept);
  }
}
