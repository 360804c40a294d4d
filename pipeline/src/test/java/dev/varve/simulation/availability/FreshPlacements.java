package dev.varve.simulation.availability;

import dev.varve.model.Seed;
import dev.varve.simulation.placement.FailureScenario;

/**
 * Trials that draw the placement too: each unit places the whole fleet anew and runs some trials on
 * it. Its mean is that over all placements and failures, the one that {@link ClosedForm} gives; its
 * interval comes from how units differ, so it counts what placements differ by and is right however
 * much the trials of one placement have in common. One trial a unit is the most exact for small
 * fleets; more where placing costs more than a trial.
 */
final class FreshPlacements {
  private final Fleet fleet;
  private final Protection protection;
  private final FailureScenario scenario;
  private final Seed seed;
  private final int trialsPerPlacement;

  /** Placements come from the seed and the unit's number. */
  public FreshPlacements(
      Fleet fleet,
      Protection protection,
      FailureScenario scenario,
      Seed seed,
      int trialsPerPlacement) {
    if (trialsPerPlacement < 1) {
      throw new IllegalArgumentException(trialsPerPlacement + " trials per placement");
    }
    this.fleet = fleet;
    this.protection = protection;
    this.scenario = scenario;
    this.seed = seed.at("world");
    this.trialsPerPlacement = trialsPerPlacement;
  }

  /** Units {@code from..to-1}: placements, each with its own trials. */
  public Tally run(long from, long to) {
    Tally sum = Tally.none(fleet.owners());
    for (long unit = from; unit < to; unit++) {
      World world = World.of(fleet, protection, seed.at(unit));
      long first = Math.multiplyExact(unit, trialsPerPlacement);
      int[] lost = new MonteCarlo(world, scenario).lost(first, first + trialsPerPlacement);
      sum = sum.plus(Tally.of(fleet.owners(), lost, trialsPerPlacement));
    }
    return sum;
  }
}
