package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.conf.Setting;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.SimulationSettings;
import dev.varve.model.Seed;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.Placement;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Placements;
import dev.varve.simulation.placement.Redundancy;
import dev.varve.simulation.pull.Backend;
import dev.varve.simulation.pull.Pace;
import dev.varve.simulation.request.Gap;
import dev.varve.simulation.request.Gaps;
import dev.varve.simulation.request.SessionSettings;
import dev.varve.simulation.slice.SlicePlacer;
import dev.varve.simulation.slice.SliceRules;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Settings of {@code simulate pulls}.
 *
 * @param trace location of a trace, or empty
 */
record PullSettings(
    String trace,
    @OneOf(in = Backend.class) List<String> backends,
    @Range(low = 1, high = SlicePlacer.MOST_SERVERS - 1) List<Integer> servers,
    @OneOf(in = PullCosts.class, list = "CODECS") List<String> codecs,
    @Range(low = 0, high = 1) List<Double> cacheRatio,
    @Range(low = 0, high = 1_000_000) List<Integer> clients,
    List<Long> gapMillis,
    List<LayerRange> layerBytes,
    long wholeBytes,
    @Range(low = 0) int wholeFiles,
    @Range(low = 0) int repullThreshold,
    long mostRequests,
    @OneOf({"settings", MEASURED}) String costsFrom,
    @Range(low = 0) long mostResults,
    Synthetic synthetic,
    @Range(low = 0, high = MAX_MILLIS) double thinkSeconds,
    Storage storage,
    PullCosts.Keys costs,
    @Section("simulation") SimulationSettings shared) {
  private static final String SECTION = "pulls";
  private static final String NONE = "none";
  private static final String MEASURED = "measured";
  private static final long MICROS_A_SECOND = 1_000_000;
  private static final long MICROS_A_MILLI = 1000;
  static final int MAX_MILLIS = 1_000_000_000;
  static final List<String> EXPERIMENTS =
      Stream.concat(Stream.of(NONE), Setting.sections("pulls.experiments").stream()).toList();

  /**
   * One combination of the lists.
   *
   * @param number from 0, in the order of the lists
   * @param cacheRatio size of the cache as a share of the stored bytes of the range's layers; for
   *     backends with a cache
   */
  record Combination(
      int number,
      LayerRange range,
      Backend backend,
      int servers,
      String codec,
      double cacheRatio,
      Pace pace)
      implements Serializable {}

  /** Settings of the placement of files and of the prediction of layers. */
  record Placing(SliceRules rules, int virtualNodes, int repullThreshold) implements Serializable {
    /**
     * An empty store on {@code servers} servers; the home server of a content is chosen by
     * consistent hashing.
     */
    SlicePlacer placer(int servers, int sharedContents, Seed seed) {
      Placement homes =
          Placements.named(
              "consistent-hash",
              new Cluster(servers, 1),
              Redundancy.replicas(1),
              new PlacementSettings(virtualNodes, 1),
              seed);
      return new SlicePlacer(servers, rules, homes, sharedContents);
    }
  }

  /** The requests that are replayed; sessions and gap are those of synthetic ones. */
  record Requests(long maxRequests, long maxThinkMicros, SessionSettings sessions, Gap gap)
      implements Serializable {}

  /**
   * Replicas and shards of the storage modes.
   *
   * @param popular shares of the most popular layers; each share adds one whole replica of the
   *     layers in it
   */
  record Storage(
      @Range(low = 1, high = 100) int replicas,
      @Range(low = 0, high = 1) List<Double> popular,
      @Range(low = 1, high = 1000) int dataShards,
      @Range(low = 0, high = 1000) int parityShards) {}

  private record Experiment(
      @OneOf(in = PullSettings.class, list = "EXPERIMENTS") String experiment) {}

  record Synthetic(
      long sessions,
      @Range(low = 1e-6, high = 1e6) double sessionsPerSecond,
      int clients,
      @Range(low = 0, high = 1) double pullRatio,
      @Range(low = 0, high = 1) double freshRatio,
      @Range(low = 0, high = 1) double topRatio,
      @Range(low = 0, high = 1) double topRequestRatio,
      @Range(low = 0, high = 1) double pushRatio,
      @OneOf(in = Gaps.class) String gap,
      @Range(low = 0, high = MAX_MILLIS) double gapMillis) {

    SessionSettings sessions(long thinkMicros) {
      return new SessionSettings(
          sessions,
          sessionsPerSecond,
          clients,
          pullRatio,
          freshRatio,
          topRatio,
          topRequestRatio,
          pushRatio,
          thinkMicros);
    }
  }

  /**
   * @param options names of the options on the command line, which a named experiment does not
   *     override
   */
  static PullSettings read(SettingReader settings, Set<String> options) {
    String experiment = settings.bind(SECTION, Experiment.class).experiment;
    if (!experiment.equals(NONE)) {
      settings.overlay(SECTION, "pulls.experiments." + experiment, options);
    }
    PullSettings configured = settings.bind(SECTION, PullSettings.class);
    if (configured.clients.contains(0)
        && !configured.gapMillis.equals(List.of(Pace.AS_REQUESTED))) {
      settings.fault(
          "pulls.gap-millis needs clients that wait for their answers: set pulls.clients too");
    }
    if (configured.storage.popular.size() > configured.storage.replicas) {
      settings.fault(
          "pulls.storage.popular has %d shares for %d replicas"
              .formatted(configured.storage.popular.size(), configured.storage.replicas));
    }
    return configured;
  }

  /**
   * Reads a gap between requests, given in milliseconds or as {@code as-requested}, and returns it
   * in microseconds.
   */
  static long gapMillis(String word) {
    if (word.equals("as-requested")) {
      return Pace.AS_REQUESTED;
    }
    double millis = Double.parseDouble(word);
    if (!(millis >= 0 && millis <= MAX_MILLIS)) {
      throw new IllegalArgumentException("it must be from 0 to " + MAX_MILLIS);
    }
    return Math.round(millis * MICROS_A_MILLI);
  }

  Requests requests() {
    return new Requests(
        mostRequests,
        thinkMicros(),
        synthetic.sessions(thinkMicros()),
        Gaps.named(synthetic.gap, synthetic.gapMillis * MICROS_A_MILLI));
  }

  private long thinkMicros() {
    return Math.round(thinkSeconds * MICROS_A_SECOND);
  }

  /** Every combination of the lists. */
  List<Combination> combinations() {
    List<Combination> all = new ArrayList<>();
    for (LayerRange range : layerBytes) {
      for (int serverCount : servers) {
        for (String codec : codecs) {
          for (int clientCount : clients) {
            for (long gap : gapMillis) {
              Pace pace = new Pace(clientCount, gap);
              for (String name : backends) {
                Backend backend = Backend.named(name);
                for (double ratio : backend.hasCache() ? cacheRatio : cacheRatio.subList(0, 1)) {
                  all.add(
                      new Combination(all.size(), range, backend, serverCount, codec, ratio, pace));
                }
              }
            }
          }
        }
      }
    }
    return all;
  }

  List<PullCosts> codecCosts() {
    return codecs.stream().map(costs::of).toList();
  }

  /** Whether the costs of archiving and compressing are taken from the warehouse. */
  boolean costsMeasured() {
    return costsFrom.equals(MEASURED);
  }

  Placing placing() {
    return new Placing(
        new SliceRules(wholeBytes, wholeFiles), shared.virtualNodes(), repullThreshold);
  }

  Seed seed() {
    return new Seed(shared.seed());
  }
}
