package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.conf.Setting;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.Seed;
import dev.varve.placement.Cluster;
import dev.varve.placement.Placement;
import dev.varve.placement.PlacementSettings;
import dev.varve.placement.Placements;
import dev.varve.placement.Redundancy;
import dev.varve.pull.Backend;
import dev.varve.pull.Pace;
import dev.varve.request.Gap;
import dev.varve.request.Gaps;
import dev.varve.request.SessionSettings;
import dev.varve.slice.SlicePlacer;
import dev.varve.slice.SliceRules;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Settings of {@code simulate pulls}.
 *
 * @param trace location of a trace, or empty
 * @param settings every combination of the lists
 * @param costs by codec
 * @param costsMeasured whether those of archiving and compressing are taken from the warehouse
 */
record PullSettings(
    String trace,
    List<Combination> settings,
    List<PullCosts> costs,
    boolean costsMeasured,
    Placing placing,
    Requests requests,
    Storage storage,
    long mostResults,
    Seed seed) {
  private static final String SECTION = "pulls";
  private static final String ROOT = SECTION + ".";
  private static final String NONE = "none";
  private static final String MEASURED = "measured";
  private static final long MICROS_A_SECOND = 1_000_000;
  private static final long MICROS_A_MILLI = 1000;
  private static final int MOST_MILLIS = 1_000_000_000;

  /**
   * One combination of the lists.
   *
   * @param number from 0, in the order of the lists
   * @param cacheRatio cache over stored bytes of the layers of the range; for backends with a cache
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

  /** How files are placed, and layers predicted. */
  record Placing(SliceRules rules, int virtualNodes, int repullThreshold) implements Serializable {
    /** An empty store of so many servers; homes are by consistent hashing. */
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

  /** Which requests are replayed; sessions and gap are those of synthetic ones. */
  record Requests(long most, long mostThinkMicros, SessionSettings sessions, Gap gap)
      implements Serializable {}

  /**
   * Replicas and shards of the storage modes.
   *
   * @param popular shares of the layers by rank; each has one more whole replica of those below it
   */
  record Storage(int replicas, List<Double> popular, int dataShards, int parityShards) {}

  /**
   * @param given names of the options on the command line, which an experiment leaves alone
   */
  static PullSettings read(SettingReader settings, Set<String> given) {
    String experiment = settings.name(ROOT + "experiment", experiments());
    if (!experiment.equals(NONE)) {
      settings.overlay(SECTION, ROOT + "experiments." + experiment, given);
    }
    List<String> codecs = settings.names(ROOT + "codecs", PullCosts.CODECS);
    long think = thinkMicros(settings);
    return new PullSettings(
        settings.text(ROOT + "trace"),
        combinations(settings, codecs),
        codecs.stream().map(codec -> PullCosts.read(settings, codec)).toList(),
        settings.name(ROOT + "costs-from", List.of("settings", MEASURED)).equals(MEASURED),
        new Placing(
            new SliceRules(
                settings.bytes(ROOT + "whole-bytes"),
                settings.count(ROOT + "whole-files", 0, Integer.MAX_VALUE)),
            settings.count("simulation.virtual-nodes", 1, 100_000),
            settings.count(ROOT + "repull-threshold", 0, Integer.MAX_VALUE)),
        new Requests(
            settings.whole(ROOT + "most-requests", 1, Long.MAX_VALUE),
            think,
            sessions(settings, think),
            gap(settings)),
        storage(settings),
        settings.whole(ROOT + "most-results", 0, Long.MAX_VALUE),
        new Seed(settings.whole("simulation.seed", Long.MIN_VALUE, Long.MAX_VALUE)));
  }

  /** The ranges of layers, each once. */
  List<LayerRange> ranges() {
    return settings.stream().map(Combination::range).distinct().toList();
  }

  /** The numbers of servers, each once. */
  List<Integer> servers() {
    return settings.stream().map(Combination::servers).distinct().toList();
  }

  private static List<String> experiments() {
    return Stream.concat(Stream.of(NONE), Setting.sections(ROOT + "experiments").stream()).toList();
  }

  private static List<Combination> combinations(SettingReader settings, List<String> codecs) {
    List<Pace> paces = paces(settings);
    List<Integer> servers = settings.counts(ROOT + "servers", 1, SlicePlacer.MOST_SERVERS - 1);
    List<Double> ratios = settings.numbers(ROOT + "cache-ratio", 0, 1);
    List<String> backends = settings.names(ROOT + "backends", Backend.NAMES);
    List<Combination> all = new ArrayList<>();
    for (LayerRange range :
        settings.parsed(ROOT + "layer-bytes", LayerRange::parse, LayerRange.ANY)) {
      for (int count : servers) {
        for (String codec : codecs) {
          for (Pace pace : paces) {
            for (String name : backends) {
              Backend backend = Backend.named(name);
              for (double ratio : backend.hasCache() ? ratios : ratios.subList(0, 1)) {
                all.add(new Combination(all.size(), range, backend, count, codec, ratio, pace));
              }
            }
          }
        }
      }
    }
    return List.copyOf(all);
  }

  private static List<Pace> paces(SettingReader settings) {
    List<Long> gaps =
        settings.parsed(ROOT + "gap-millis", PullSettings::gapMicros, Pace.AS_REQUESTED);
    List<Pace> paces = new ArrayList<>();
    for (int clients : settings.counts(ROOT + "clients", 0, 1_000_000)) {
      for (long gap : gaps) {
        if (clients == 0 && gap != Pace.AS_REQUESTED) {
          settings.fault(
              "pulls.gap-millis needs clients that wait for their answers: set pulls.clients too");
        } else {
          paces.add(new Pace(clients, gap));
        }
      }
    }
    return paces;
  }

  private static long gapMicros(String word) {
    if (word.equals("as-requested")) {
      return Pace.AS_REQUESTED;
    }
    double millis = Double.parseDouble(word);
    if (!(millis >= 0 && millis <= MOST_MILLIS)) {
      throw new IllegalArgumentException("it must be from 0 to " + MOST_MILLIS);
    }
    return Math.round(millis * MICROS_A_MILLI);
  }

  private static long thinkMicros(SettingReader settings) {
    return Math.round(settings.number(ROOT + "think-seconds", 0, MOST_MILLIS) * MICROS_A_SECOND);
  }

  private static SessionSettings sessions(SettingReader settings, long thinkMicros) {
    return new SessionSettings(
        settings.whole(ROOT + "made-up.sessions", 1, Long.MAX_VALUE),
        settings.number(ROOT + "made-up.sessions-per-second", 1e-6, 1e6),
        settings.count(ROOT + "made-up.clients"),
        settings.number(ROOT + "made-up.pull-ratio", 0, 1),
        settings.number(ROOT + "made-up.fresh-ratio", 0, 1),
        settings.number(ROOT + "made-up.top-ratio", 0, 1),
        settings.number(ROOT + "made-up.top-request-ratio", 0, 1),
        settings.number(ROOT + "made-up.push-ratio", 0, 1),
        thinkMicros);
  }

  private static Gap gap(SettingReader settings) {
    return Gaps.named(
        settings.name(ROOT + "made-up.gap", Gaps.NAMES),
        settings.number(ROOT + "made-up.gap-millis", 0, MOST_MILLIS) * MICROS_A_MILLI);
  }

  private static Storage storage(SettingReader settings) {
    int replicas = settings.count(ROOT + "storage.replicas", 1, 100);
    List<Double> popular = settings.numbers(ROOT + "storage.popular", 0, 1);
    if (popular.size() > replicas) {
      settings.fault(
          "pulls.storage.popular has %d shares for %d replicas"
              .formatted(popular.size(), replicas));
    }
    return new Storage(
        replicas,
        popular,
        settings.count(ROOT + "storage.data-shards", 1, 1000),
        settings.count(ROOT + "storage.parity-shards", 0, 1000));
  }
}
