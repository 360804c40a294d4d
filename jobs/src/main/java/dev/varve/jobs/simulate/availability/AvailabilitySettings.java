package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.fleet.FleetSettings;
import dev.varve.jobs.simulate.fleet.ProtectionSettings;
import dev.varve.model.Seed;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.EverySubset;
import dev.varve.simulation.placement.FailureScenario;
import dev.varve.simulation.placement.FailureScenarios;
import dev.varve.simulation.placement.FailureSettings;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Settings of {@code simulate availability}. Every combination of the values in the lists is
 * simulated; it is called a cell.
 *
 * @param failed numbers of machines that fail, for correlations exactly and rack-plus
 * @param failedRacks numbers of racks that fail, for correlation racks
 * @param failProbability of each machine, for correlation independent
 * @param correlation which machines fail
 * @param trials number of failures drawn for each cell; 0 for closed forms alone; {@code all} to
 *     try every set of failed machines once, on one placement
 * @param partEdges pairs of block and owner that one task stores in memory
 * @param freshShards most shards that a cell may place in all: up to this number each trial draws
 *     its own placement, above it all trials share one placement
 */
record AvailabilitySettings(
    @Section(SECTION) ProtectionSettings protections,
    @Range(low = 0, high = ProtectionSettings.MAX_MACHINES) List<Integer> failed,
    @Range(low = 0, high = ProtectionSettings.MAX_MACHINES) List<Integer> failedRacks,
    @Range(low = 0, high = 1) List<Double> failProbability,
    @OneOf(in = FailureScenarios.class) List<String> correlation,
    String trials,
    @Range(low = 1, high = MAX_EDGES) long partEdges,
    @Range(low = 0) long freshShards) {
  static final String SECTION = "availability";
  private static final String ROOT = SECTION + ".";

  /**
   * Most edges of a part: a part is an array with at most 16 bytes per edge, which must fit into an
   * array of Java.
   */
  static final long MAX_EDGES = 100_000_000;

  private static final long MAX_CHOICES = 1_000_000;

  /** The rule by which the failing machines are chosen. */
  record Failure(String correlation, FailureSettings settings) implements Serializable {
    /** The scenario on these machines. */
    FailureScenario scenario(Cluster cluster, Seed seed) {
      return FailureScenarios.named(correlation, cluster, settings, seed);
    }

    /** All sets of machines with the number of machines that fail. */
    EverySubset allSubsets(Cluster cluster) {
      return new EverySubset(cluster.machines(), settings.failed());
    }
  }

  private record Count(@Range(low = 0, high = 100_000_000) int trials) {}

  /** Settings of the layout of the blocks. */
  FleetSettings fleet() {
    return new FleetSettings(protections.blocks().blockBytes(), partEdges, seed());
  }

  boolean isExhaustive() {
    return trials.equals("all");
  }

  /** Number of failures drawn for each cell; 0 if every set is tried. */
  int drawnTrials() {
    return isExhaustive() ? 0 : new BigDecimal(trials).intValueExact();
  }

  double confidence() {
    return protections.shared().confidence();
  }

  /** The seed of placements and failures. */
  Seed seed() {
    return new Seed(protections.shared().seed());
  }

  List<Failure> failures() {
    List<Failure> failures = new ArrayList<>();
    for (String name : correlation) {
      Stream<FailureSettings> all =
          switch (name) {
            case "independent" -> failProbability.stream().map(FailureSettings::probability);
            case "racks" -> failedRacks.stream().map(FailureSettings::racks);
            default -> failed.stream().map(FailureSettings::machines);
          };
      all.forEach(failure -> failures.add(new Failure(name, failure)));
    }
    return failures;
  }

  static AvailabilitySettings read(SettingReader settings) {
    AvailabilitySettings configured = settings.bind(SECTION, AvailabilitySettings.class);
    if (!configured.isExhaustive()) {
      settings.bind(SECTION, Count.class);
    }
    if (settings.isFaultless()) {
      configured.protections.requireFit(settings, SECTION);
      configured.checkFailures(settings);
    }
    return configured;
  }

  private void checkFailures(SettingReader settings) {
    for (Cluster cluster : protections.clusters()) {
      for (Failure failure : failures()) {
        settings.check(
            ROOT + "correlation " + failure.correlation(), () -> failure.scenario(cluster, seed()));
        if (isExhaustive()) {
          settings.check(ROOT + "trials all", () -> checkChoices(cluster, failure));
        }
      }
    }
  }

  private static void checkChoices(Cluster cluster, Failure failure) {
    if (!failure.correlation().equals("exactly")) {
      throw new IllegalArgumentException(
          "only for correlation exactly, not " + failure.correlation());
    }
    EverySubset subsets = failure.allSubsets(cluster);
    if (subsets.exceed(MAX_CHOICES)) {
      throw new IllegalArgumentException(
          "%d of %d machines are more than %,d choices"
              .formatted(failure.settings().failed(), cluster.machines(), MAX_CHOICES));
    }
  }
}
