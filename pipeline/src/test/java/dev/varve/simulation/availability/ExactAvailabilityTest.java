package dev.varve.simulation.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.FailureScenarios;
import dev.varve.simulation.placement.FailureSettings;
import dev.varve.simulation.placement.Placement;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Placements;
import dev.varve.simulation.placement.Redundancy;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ExactAvailabilityTest {
  private static final Seed SEED = new Seed(23);

  /** All failures as masks, one after another. */
  private static long lost(Fleet fleet, Protection kept, int machines, int failed) {
    long lost = 0;
    for (int failure = 0; failure < 1 << machines; failure++) {
      if (Integer.bitCount(failure) == failed) {
        lost +=
            Long.bitCount(
                losers(fleet.privateBlocks(), kept, kept.redundancy(), failure)
                    | losers(fleet.popularBlocks(), kept, kept.popularRedundancy(), failure));
      }
    }
    return lost;
  }

  private static long losers(ShareGraph graph, Protection kept, Redundancy by, int failure) {
    Placement placement =
        Placements.named(kept.placement(), kept.cluster(), by, kept.settings(), SEED);
    long losers = 0;
    for (int block = 0; block < graph.blocks().length; block++) {
      int[] machines = new int[by.shards()];
      placement.place(graph.blocks()[block], machines, 0);
      int live = 0;
      for (int machine : machines) {
        live += 1 - (failure >> machine & 1);
      }
      for (int i = graph.starts()[block]; i < graph.starts()[block + 1]; i++) {
        losers |= live < by.needed() ? 1L << graph.owners()[i] : 0;
      }
    }
    return losers;
  }

  @Test
  void theEnumerationIsThatOfTheOracle() {
    for (int number = 0; number < 100; number++) {
      RandomGenerator random = RandomWorlds.random("exact", number);
      int machines = 5 + random.nextInt(8);
      Fleet fleet = RandomWorlds.fleet(random, 20, 25);
      Protection kept = RandomWorlds.protection(random, Placements.NAMES.get(number % 4), machines);
      int failed = random.nextInt(machines + 1);
      Tally tally = ExactAvailability.of(World.of(fleet, kept, SEED), failed);
      assertThat(tally.lost()).isEqualTo(lost(fleet, kept, machines, failed));
    }
  }

  @Test
  void theMeanOverAllPlacementsIsTheClosedForm() {
    for (int number = 0; number < 40; number++) {
      RandomGenerator random = RandomWorlds.random("placements", number);
      int machines = 3 + random.nextInt(4);
      Fleet fleet = RandomWorlds.fleet(random, 4, 3);
      Protection kept = RandomWorlds.protection(random, "uniform", machines);
      int failed = random.nextInt(machines + 1);
      double exact =
          ExactAvailability.overPlacements(
              fleet, kept.redundancy(), kept.popularRedundancy(), machines, failed);
      double closed =
          ClosedForm.availability(
              fleet,
              kept,
              FailureScenarios.named(
                  "exactly", kept.cluster(), FailureSettings.machines(failed), SEED));
      assertThat(exact).as("world " + number).isCloseTo(closed, within(1e-12));
    }
  }

  @Test
  void placementsByHand() {
    // Two blocks of one owner on 3 machines, 2 replicas each, 2 fail: (2/3)^2.
    Fleet fleet = Fleet.of(new ShareGraphBuilder(1).add(1, 0).add(2, 0).build());
    Redundancy two = Redundancy.replicas(2);
    assertThat(ExactAvailability.overPlacements(fleet, two, two, 3, 2))
        .isCloseTo(4 / 9.0, within(1e-15));
  }

  @Test
  void largeWorldsAreRefused() {
    Redundancy three = Redundancy.replicas(3);
    Fleet fleet = Fleet.of(SyntheticFleet.graph(3, 30, 1, 0, SEED));
    Protection kept =
        new Protection(new Cluster(13, 1), "uniform", PlacementSettings.USUAL, three, three);
    World world = World.of(fleet, kept, SEED);
    assertThatThrownBy(() -> ExactAvailability.of(world, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ExactAvailability.overPlacements(fleet, three, three, 12, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
