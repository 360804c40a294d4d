package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.fleet.FleetSettings;
import dev.varve.jobs.simulate.fleet.ProtectionSettings;
import dev.varve.model.Seed;
import dev.varve.placement.Cluster;
import dev.varve.placement.EverySubset;
import dev.varve.placement.FailureScenario;
import dev.varve.placement.FailureScenarios;
import dev.varve.placement.FailureSettings;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of {@code simulate availability}: every combination of the lists is a cell.
 *
 * @param protections how blocks are protected
 * @param failures which machines fail
 * @param trials failures drawn for each cell; 0 for closed forms alone
 * @param exhaustive whether to try every choice of failed machines once, on one placement, instead
 *     of drawing trials
 * @param confidence of the intervals
 * @param partEdges pairs of block and owner that one task stores in memory
 * @param freshShards most shards that a cell may place in all: up to this number each trial draws
 *     its own placement, above it all trials share one placement
 * @param blockBytes of the blocks that a registry's files are packed into
 * @param seed of placements and failures
 */
record AvailabilitySettings(
    ProtectionSettings protections,
    List<Failure> failures,
    int trials,
    boolean exhaustive,
    double confidence,
    long partEdges,
    long freshShards,
    long blockBytes,
    Seed seed) {

  private static final String SECTION = "availability";
  private static final String ROOT = SECTION + ".";
  private static final String EVERY = "all";

  /** A part is an array of at most 16 bytes an edge. */
  private static final long MOST_EDGES = 100_000_000;

  private static final long MOST_CHOICES = 1_000_000;

  /** Which machines fail. */
  record Failure(String correlation, FailureSettings settings) implements Serializable {
    /** The scenario on these machines. */
    FailureScenario on(Cluster cluster, Seed seed) {
      return FailureScenarios.named(correlation, cluster, settings, seed);
    }

    /** Every choice of as many machines as fail. */
    EverySubset everyChoice(Cluster cluster) {
      return new EverySubset(cluster.machines(), settings.failed());
    }
  }

  /** How the blocks are laid out. */
  FleetSettings fleet() {
    return new FleetSettings(blockBytes, partEdges, seed);
  }

  static AvailabilitySettings read(SettingReader settings) {
    ProtectionSettings protections = ProtectionSettings.read(settings, SECTION);
    boolean exhaustive = settings.text(ROOT + "trials").equals(EVERY);
    AvailabilitySettings read =
        new AvailabilitySettings(
            protections,
            failures(settings),
            exhaustive ? 0 : settings.count(ROOT + "trials", 0, 100_000_000),
            exhaustive,
            ProtectionSettings.confidence(settings),
            settings.whole(ROOT + "part-edges", 1, MOST_EDGES),
            settings.whole(ROOT + "fresh-shards", 0, Long.MAX_VALUE),
            settings.bytes("backup.block-bytes"),
            ProtectionSettings.seed(settings));
    if (settings.isSound()) {
      protections.check(settings, SECTION);
      read.checkFailures(settings);
    }
    return read;
  }

  private static List<Failure> failures(SettingReader settings) {
    List<Failure> failures = new ArrayList<>();
    int most = ProtectionSettings.MOST_MACHINES;
    List<Integer> failed = settings.counts(ROOT + "failed", 0, most);
    List<Integer> racks = settings.counts(ROOT + "failed-racks", 0, most);
    List<Double> probabilities = settings.numbers(ROOT + "fail-probability", 0, 1);
    for (String name : settings.names(ROOT + "correlation", FailureScenarios.NAMES)) {
      switch (name) {
        case "independent" ->
            probabilities.forEach(
                q -> failures.add(new Failure(name, FailureSettings.probability(q))));
        case "racks" ->
            racks.forEach(count -> failures.add(new Failure(name, FailureSettings.racks(count))));
        default ->
            failed.forEach(
                count -> failures.add(new Failure(name, FailureSettings.machines(count))));
      }
    }
    return failures;
  }

  private void checkFailures(SettingReader settings) {
    for (Cluster cluster : protections.clusters()) {
      for (Failure failure : failures) {
        settings.check(
            ROOT + "correlation " + failure.correlation(), () -> failure.on(cluster, seed));
        if (exhaustive) {
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
    EverySubset every = failure.everyChoice(cluster);
    if (every.exceed(MOST_CHOICES)) {
      throw new IllegalArgumentException(
          "%d of %d machines are more than %,d choices"
              .formatted(failure.settings().failed(), cluster.machines(), MOST_CHOICES));
    }
  }
}
