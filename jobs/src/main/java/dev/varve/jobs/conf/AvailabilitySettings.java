package dev.varve.jobs.conf;

import dev.varve.model.Seed;
import dev.varve.placement.Cluster;
import dev.varve.placement.EverySubset;
import dev.varve.placement.FailureScenario;
import dev.varve.placement.FailureScenarios;
import dev.varve.placement.FailureSettings;
import dev.varve.placement.PlacementSettings;
import dev.varve.placement.Placements;
import dev.varve.placement.Redundancy;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What {@code simulate availability} is asked: every combination of the lists is a cell.
 *
 * @param clusters machines in their racks
 * @param redundancies of private blocks
 * @param popularRedundancies of popular blocks
 * @param placements names
 * @param placementSettings what single placements want to know
 * @param failures what fails
 * @param trials failures drawn a cell; 0 for closed forms alone
 * @param exhaustive instead of trials every choice of failed machines once, on one placement
 * @param confidence of the intervals
 * @param partEdges pairs of block and owner that one task holds
 * @param freshShards most shards placed a cell by drawing each trial a placement of its own; where
 *     it would be more, all trials share one
 * @param blockBytes of the blocks that a registry's files are packed into
 * @param seed of placements and failures
 */
public record AvailabilitySettings(
    List<Cluster> clusters,
    List<Redundancy> redundancies,
    List<Redundancy> popularRedundancies,
    List<String> placements,
    PlacementSettings placementSettings,
    List<Failure> failures,
    int trials,
    boolean exhaustive,
    double confidence,
    long partEdges,
    long freshShards,
    long blockBytes,
    Seed seed) {

  private static final String ROOT = "availability.";
  private static final int MOST_MACHINES = 1_000_000;
  private static final String EVERY = "all";
  private static final long MOST_CHOICES = 1_000_000;

  /** Which machines fail. */
  public record Failure(String correlation, FailureSettings settings) implements Serializable {
    /** The scenario on these machines. */
    public FailureScenario on(Cluster cluster, Seed seed) {
      return FailureScenarios.named(correlation, cluster, settings, seed);
    }

    /** Every choice of as many machines as fail. */
    public EverySubset everyChoice(Cluster cluster) {
      return new EverySubset(cluster.machines(), settings.failed());
    }
  }

  /**
   * Reads them from all settings in force.
   *
   * @throws InvalidSettingsException that lists every fault
   */
  public static AvailabilitySettings read(Map<String, String> texts) {
    return read(texts, ROOT);
  }

  /**
   * The same with the lists of {@code availability.sweep} for what a sweep varies.
   *
   * @throws InvalidSettingsException that lists every fault
   */
  public static AvailabilitySettings sweep(Map<String, String> texts) {
    return read(texts, ROOT + "sweep.");
  }

  private static AvailabilitySettings read(Map<String, String> texts, String lists) {
    SettingReader reader = new SettingReader(texts);
    List<Cluster> clusters = clusters(reader, lists + "machines");
    List<Redundancy> redundancies = reader.redundancies(lists + "replicas");
    List<Redundancy> popular = reader.redundancies(lists + "popular-replicas");
    List<String> placements = reader.names(lists + "placement", Placements.NAMES);
    boolean exhaustive = EVERY.equals(texts.get(ROOT + "trials"));
    AvailabilitySettings settings =
        new AvailabilitySettings(
            clusters,
            redundancies,
            popular,
            placements,
            placementSettings(reader),
            failures(reader, lists),
            exhaustive ? 0 : reader.count(ROOT + "trials", 0, 100_000_000),
            exhaustive,
            reader.number("simulation.confidence", 0.5, 0.999999999),
            reader.whole(ROOT + "part-edges", 1, 500_000_000),
            reader.whole(ROOT + "fresh-shards", 0, Long.MAX_VALUE),
            reader.bytes("backup.block-bytes"),
            new Seed(reader.whole("simulation.seed", Long.MIN_VALUE, Long.MAX_VALUE)));
    if (reader.isSound()) {
      settings.checkTogether(reader);
    }
    reader.finish();
    return settings;
  }

  static List<Cluster> clusters(SettingReader reader, String key) {
    int perRack = reader.count("simulation.machines-per-rack", 1, MOST_MACHINES);
    return reader.counts(key, 1, MOST_MACHINES).stream()
        .map(machines -> new Cluster(machines, (machines + perRack - 1) / perRack))
        .toList();
  }

  static PlacementSettings placementSettings(SettingReader reader) {
    return new PlacementSettings(
        reader.count("simulation.virtual-nodes", 1, 100_000),
        reader.count("simulation.scatter-width", 1, MOST_MACHINES));
  }

  private static List<Failure> failures(SettingReader reader, String lists) {
    List<Failure> failures = new ArrayList<>();
    List<Integer> failed = reader.counts(lists + "failed", 0, MOST_MACHINES);
    List<Integer> racks = reader.counts(ROOT + "failed-racks", 0, MOST_MACHINES);
    List<Double> probabilities = reader.numbers(ROOT + "fail-probability", 0, 1);
    for (String name : reader.names(ROOT + "correlation", FailureScenarios.NAMES)) {
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

  private void checkTogether(SettingReader reader) {
    for (Cluster cluster : clusters) {
      checkShards(reader, ROOT, cluster, redundancies, popularRedundancies, placements);
      for (Failure failure : failures) {
        reader.check(
            ROOT + "correlation " + failure.correlation(), () -> failure.on(cluster, seed));
        if (exhaustive) {
          reader.check(ROOT + "trials all", () -> checkChoices(cluster, failure));
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

  static void checkShards(
      SettingReader reader,
      String root,
      Cluster cluster,
      List<Redundancy> redundancies,
      List<Redundancy> popularRedundancies,
      List<String> placements) {
    List<Redundancy> all = new ArrayList<>(redundancies);
    all.addAll(popularRedundancies);
    for (Redundancy redundancy : all) {
      if (redundancy.shards() > cluster.machines()) {
        reader.fault(
            root + "replicas " + redundancy + " do not fit on " + cluster.machines() + " machines");
      }
      if (placements.contains("copyset") && redundancy.shards() < 2) {
        reader.fault(root + "placement copyset needs replicas of at least 2, not " + redundancy);
      }
    }
  }
}
