package dev.varve.simulation.placement;

import dev.varve.model.Seed;
import java.util.List;

/**
 * Failure scenarios by their names in the settings. In the same trial of the same seed, machines
 * that fail at some severity also fail at any greater one, so that the rows of a sweep are
 * comparable.
 */
public final class FailureScenarios {
  /** Every name. */
  public static final List<String> NAMES = List.of("exactly", "independent", "racks", "rack-plus");

  private FailureScenarios() {}

  /**
   * The scenario of a name.
   *
   * @throws IllegalArgumentException when there is no such scenario, or more machines or racks
   *     would fail than there are
   */
  public static FailureScenario named(
      String name, Cluster cluster, FailureSettings settings, Seed seed) {
    return switch (name) {
      case "exactly" -> new ExactlyFailed(cluster, settings.failed(), seed);
      case "independent" -> new IndependentFailed(cluster, settings.failProbability(), seed);
      case "racks" -> new RacksFailed(cluster, settings.failedRacks(), seed);
      case "rack-plus" -> new RackPlusFailed(cluster, settings.failed(), seed);
      default -> throw new IllegalArgumentException("no failures: " + name + ", but " + NAMES);
    };
  }
}
