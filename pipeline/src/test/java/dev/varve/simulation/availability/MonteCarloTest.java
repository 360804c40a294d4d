package dev.varve.simulation.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.EverySubset;
import dev.varve.simulation.placement.FailureScenario;
import dev.varve.simulation.placement.FailureScenarios;
import dev.varve.simulation.placement.FailureSettings;
import dev.varve.simulation.placement.Placement;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Placements;
import dev.varve.simulation.placement.Redundancy;
import java.util.Arrays;
import java.util.BitSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class MonteCarloTest {
  private static final Seed SEED = new Seed(17);

  /** The definition, block by block: what the words of 64 trials must come to. */
  private static int[] plain(Fleet fleet, Protection kept, FailureScenario scenario, int trials) {
    int[] lost = new int[trials];
    for (int trial = 0; trial < trials; trial++) {
      BitSet failed = new BitSet();
      Arrays.stream(scenario.failed(trial)).forEach(failed::set);
      BitSet losers = new BitSet();
      losers(fleet.privateBlocks(), kept, kept.redundancy(), failed, losers);
      losers(fleet.popularBlocks(), kept, kept.popularRedundancy(), failed, losers);
      lost[trial] = losers.cardinality();
    }
    return lost;
  }

  private static void losers(
      ShareGraph graph, Protection kept, Redundancy redundancy, BitSet failed, BitSet losers) {
    Placement placement =
        Placements.named(kept.placement(), kept.cluster(), redundancy, kept.settings(), SEED);
    for (int block = 0; block < graph.blocks().length; block++) {
      int[] machines = new int[redundancy.shards()];
      placement.place(graph.blocks()[block], machines, 0);
      if (Arrays.stream(machines).filter(m -> !failed.get(m)).count() < redundancy.needed()) {
        Arrays.stream(graph.owners(), graph.starts()[block], graph.starts()[block + 1])
            .forEach(losers::set);
      }
    }
  }

  @Test
  void everyTrialLosesWhatThePlainDefinitionLoses() {
    for (int number = 0; number < 120; number++) {
      RandomGenerator random = RandomWorlds.random("plain", number);
      int machines = 6 + random.nextInt(20);
      Fleet fleet = RandomWorlds.fleet(random, 40, 60);
      String placement = Placements.NAMES.get(number % 4);
      Protection protection = RandomWorlds.protection(random, placement, machines);
      FailureSettings settings =
          new FailureSettings(random.nextInt(machines / 2), random.nextDouble(), 1);
      FailureScenario scenario =
          FailureScenarios.named(
              protection.cluster().racks() > 1
                  ? FailureScenarios.NAMES.get(number / 4 % 4)
                  : "exactly",
              protection.cluster(),
              settings,
              SEED);
      int trials = 1 + random.nextInt(1300);
      int[] expected = plain(fleet, protection, scenario, trials);
      MonteCarlo trial = new MonteCarlo(World.of(fleet, protection, SEED), scenario);
      assertThat(trial.lost(0, trials)).as("world " + number).isEqualTo(expected);
      Tally tally = trial.run(0, trials);
      assertThat(tally.lost()).isEqualTo(Arrays.stream(expected).asLongStream().sum());
      assertThat(tally.lossyTrials()).isEqualTo(Arrays.stream(expected).filter(l -> l > 0).count());
    }
  }

  @Test
  void partsOfTheTrialsAddUpToTheSameTallyInAnyOrder() {
    World world = World.of(fleet(), protection("uniform", 3, 4), SEED);
    MonteCarlo trials = new MonteCarlo(world, exactly(world.machines(), 6));
    Tally whole = trials.run(0, 3000);
    assertThat(whole.lost()).isPositive();
    for (int parts : new int[] {2, 3, 7, 64, 1000}) {
      Tally sum = Tally.none(world.owners());
      for (int part = parts - 1; part >= 0; part--) {
        sum = sum.plus(trials.run(3000L * part / parts, 3000L * (part + 1) / parts));
      }
      assertThat(sum).isEqualTo(whole);
    }
  }

  @Test
  void partsOfTheFreshPlacementsAddUpToo() {
    Protection protection = protection("copyset", 3, 4);
    FreshPlacements fresh = new FreshPlacements(fleet(), protection, exactly(30, 6), SEED, 5);
    Tally whole = fresh.run(0, 50);
    assertThat(whole.trials()).isEqualTo(250);
    assertThat(fresh.run(31, 50).plus(fresh.run(0, 31))).isEqualTo(whole);
  }

  @Test
  void ownersInPartsLoseTogetherWhatTheyLoseAsOne() {
    Fleet fleet = fleet();
    Protection protection = protection("rack-aware", 3, 4);
    FailureScenario scenario = exactly(30, 8);
    int[] whole = new MonteCarlo(World.of(fleet, protection, SEED), scenario).lost(0, 700);
    int[] sum = new int[700];
    for (int part = 0; part < 3; part++) {
      Fleet third = new Fleet(part(fleet.privateBlocks(), part), part(fleet.popularBlocks(), part));
      int[] lost = new MonteCarlo(World.of(third, protection, SEED), scenario).lost(0, 700);
      Arrays.setAll(sum, trial -> sum[trial] + lost[trial]);
    }
    assertThat(sum).isEqualTo(whole);
    assertThat(Tally.of(fleet.owners(), sum, 1))
        .isEqualTo(new MonteCarlo(World.of(fleet, protection, SEED), scenario).run(0, 700));
  }

  private static ShareGraph part(ShareGraph graph, int part) {
    ShareGraphBuilder builder = new ShareGraphBuilder(graph.ownerCount());
    for (int block = 0; block < graph.blocks().length; block++) {
      for (int i = graph.starts()[block]; i < graph.starts()[block + 1]; i++) {
        if (graph.owners()[i] % 3 == part) {
          builder.add(graph.blocks()[block], graph.owners()[i]);
        }
      }
    }
    return builder.build();
  }

  @Test
  void oneMoreFailedMachineNeverSavesAnyone() {
    for (String name : Placements.NAMES) {
      World world = World.of(fleet(), protection(name, 3, 5), SEED);
      int[] before = new int[512];
      for (int failed = 0; failed <= world.machines(); failed++) {
        int[] lost = new MonteCarlo(world, exactly(world.machines(), failed)).lost(0, 512);
        for (int trial = 0; trial < lost.length; trial++) {
          assertThat(lost[trial]).isGreaterThanOrEqualTo(before[trial]);
        }
        before = lost;
      }
      assertThat(before).containsOnly(world.owners());
    }
  }

  @Test
  void oneMoreReplicaNeverLosesAnyone() {
    int[] before = new int[512];
    Arrays.fill(before, Integer.MAX_VALUE);
    for (int replicas = 1; replicas <= 6; replicas++) {
      World world = World.of(fleet(), protection("uniform", replicas, replicas), SEED);
      int[] lost = new MonteCarlo(world, exactly(30, 10)).lost(0, 512);
      for (int trial = 0; trial < lost.length; trial++) {
        assertThat(lost[trial]).isLessThanOrEqualTo(before[trial]);
      }
      before = lost;
    }
  }

  @Test
  void equalReplicasMakeBothKindsAlike() {
    Fleet fleet = fleet();
    ShareGraphBuilder all = new ShareGraphBuilder(fleet.owners());
    for (ShareGraph graph : new ShareGraph[] {fleet.privateBlocks(), fleet.popularBlocks()}) {
      for (int block = 0; block < graph.blocks().length; block++) {
        for (int i = graph.starts()[block]; i < graph.starts()[block + 1]; i++) {
          all.add(graph.blocks()[block], graph.owners()[i]);
        }
      }
    }
    for (String name : Placements.NAMES) {
      Protection protection = protection(name, 3, 3);
      World one = World.of(Fleet.of(all.build()), protection, SEED);
      World two = World.of(fleet, protection, SEED);
      assertThat(new MonteCarlo(two, exactly(30, 7)).run(0, 600))
          .isEqualTo(new MonteCarlo(one, exactly(30, 7)).run(0, 600));
      assertThat(ClosedForm.availability(fleet, protection, exactly(30, 7)))
          .isEqualTo(ClosedForm.availability(Fleet.of(all.build()), protection, exactly(30, 7)));
    }
  }

  @Test
  void rackAwarePlacementSurvivesAnySingleRack() {
    Cluster cluster = new Cluster(30, 5);
    FailureScenario rack = FailureScenarios.named("racks", cluster, FailureSettings.racks(1), SEED);
    for (String redundancy : new String[] {"2", "3", "6", "rs-6-3"}) {
      Redundancy kept = Redundancy.parse(redundancy);
      Protection aware = new Protection(cluster, "rack-aware", PlacementSettings.USUAL, kept, kept);
      World world = World.of(fleet(), aware, SEED);
      assertThat(new MonteCarlo(world, rack).run(0, 200).lost()).as(redundancy).isZero();
    }
    World uniform = World.of(fleet(), protection("uniform", 3, 3), SEED);
    assertThat(new MonteCarlo(uniform, rack).run(0, 200).lost()).isPositive();
  }

  @Test
  void privateAndPopularBlocksOnTheSameMachinesAreLostTogether() {
    Cluster three = new Cluster(3, 1);
    Redundancy replicas = Redundancy.replicas(3);
    Protection alike =
        new Protection(three, "uniform", PlacementSettings.USUAL, replicas, replicas);
    assertThat(World.of(fleet(), alike, SEED).machineSets()).isOne();
    Protection other =
        new Protection(three, "uniform", PlacementSettings.USUAL, replicas, Redundancy.replicas(2));
    // The three machines, and each pair of them.
    assertThat(World.of(fleet(), other, SEED).machineSets()).isEqualTo(1 + 3);
  }

  @Test
  void copysetsLoseSomethingFarLessOften() {
    World uniform = World.of(fleet(), protection("uniform", 3, 3), SEED);
    World copysets = World.of(fleet(), protection("copyset", 3, 3), SEED);
    // Five permutations of ten copysets; the 20 popular blocks lie on some of them.
    assertThat(copysets.machineSets()).isEqualTo(50);
    Tally often = new MonteCarlo(uniform, exactly(30, 3)).run(0, 20_000);
    Tally seldom = new MonteCarlo(copysets, exactly(30, 3)).run(0, 20_000);
    // 50 of C(30,3) = 4060 sets against the sets of some 900 blocks.
    assertThat(seldom.anyLossRatio()).isBetween(0.006, 0.018);
    assertThat(often.anyLossRatio()).isGreaterThan(0.15);
  }

  @Test
  void allSubsetsOfThreeMachinesLoseOneBlockOnce() {
    // By hand: one block, one owner of two, 3 replicas on 5 machines: 1 of 10 failures loses it.
    Fleet fleet = Fleet.of(new ShareGraphBuilder(2).add(5, 1).build());
    Protection protection =
        new Protection(
            new Cluster(5, 1),
            "uniform",
            PlacementSettings.USUAL,
            Redundancy.replicas(3),
            Redundancy.replicas(3));
    World world = World.of(fleet, protection, SEED);
    EverySubset subsets = new EverySubset(5, 3);
    Tally tally = new MonteCarlo(world, subsets).run(0, 10);
    assertThat(tally).isEqualTo(new Tally(2, 10, 10, 1, 1, 1, 1));
    assertThat(tally.availability()).isEqualTo(0.95);
    assertThat(tally.ownersLost()).isEqualTo(0.1);
    assertThat(tally.anyLossRatio()).isEqualTo(0.1);
    // Lost shares are nine 0 and one 0.5.
    assertThat(tally.unitVariance()).isCloseTo(0.025, within(1e-15));
  }

  private static Fleet fleet() {
    return new Fleet(
        SyntheticFleet.graph(40, 880, 1, 0, SEED), SyntheticFleet.graph(40, 20, 15, 880, SEED));
  }

  private static Protection protection(String placement, int replicas, int popularReplicas) {
    return new Protection(
        new Cluster(30, 5),
        placement,
        PlacementSettings.USUAL,
        Redundancy.replicas(replicas),
        Redundancy.replicas(popularReplicas));
  }

  private static FailureScenario exactly(int machines, int failed) {
    return FailureScenarios.named(
        "exactly", new Cluster(machines, 1), FailureSettings.machines(failed), SEED);
  }
}
