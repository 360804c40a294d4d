package dev.varve.jobs.simulate.chain;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.varve.access.Pattern;
import dev.varve.chain.ReadCosts;
import dev.varve.chain.ReadSpace;
import dev.varve.chain.ReplaySetting;
import dev.varve.chain.ReplaySetting.Method;
import dev.varve.chain.ReplaySetting.Scope;
import dev.varve.chain.TableRule;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Settings of {@code simulate chains}.
 *
 * @param patterns of reads; without their requests when there is a trace
 * @param trace location of a trace, or empty
 * @param mergeRatios shares of a chain's files over the base that are merged into it
 * @param stateBytes that an open file takes in addition to its tables
 */
record ChainSettings(
    List<String> kinds,
    Growth growth,
    List<Pattern> patterns,
    String trace,
    ReadSpace space,
    List<ReplaySetting> replays,
    List<Double> mergeRatios,
    long stateBytes,
    List<ReadCosts> costs,
    Seed seed) {
  static final String REAL = "real";
  static final String REAL_GROWN = "real-grown";
  static final String GROWN = "grown";
  static final String EVEN = "even";
  static final String BASE = "base";
  static final String TRACE = "trace";

  private static final String ROOT = "chains.";
  private static final double MOST = 1e12;
  private static final double NANOS_A_MICRO = 1000;
  private static final int LEAST_CLUSTER = 512;
  private static final int MOST_CLUSTER = 2 << 20;
  private static final int MOST_SNAPSHOTS = 10_000;

  /**
   * Synthetic chains.
   *
   * @param usedRatio of the disk in use
   * @param dailyChange shares of what is in use that are written between two snapshots
   */
  record Growth(
      List<Integer> snapshots,
      long diskBytes,
      int clusterBytes,
      double usedRatio,
      int usedRunClusters,
      List<Double> dailyChange,
      int changeRunClusters) {}

  static ChainSettings read(SettingReader settings) {
    String trace = settings.text(ROOT + "trace");
    return new ChainSettings(
        settings.names(ROOT + "kinds", List.of(REAL, REAL_GROWN, GROWN, EVEN, BASE)),
        growth(settings),
        patterns(settings),
        trace,
        settings.choice(
            ROOT + "space",
            Map.of("disk", () -> ReadSpace.DISK, "written", () -> ReadSpace.WRITTEN)),
        replays(settings),
        settings.numbers(ROOT + "merge-ratio", 0, 1),
        settings.whole(ROOT + "file-state-bytes", 0, Long.MAX_VALUE),
        List.of(costs(settings, "hdd"), costs(settings, "ssd")),
        new Seed(settings.whole("simulation.seed", Long.MIN_VALUE, Long.MAX_VALUE)));
  }

  private static Growth growth(SettingReader settings) {
    int cluster = settings.count(ROOT + "cluster-bytes", LEAST_CLUSTER, MOST_CLUSTER);
    if (Integer.bitCount(cluster) != 1) {
      settings.fault("chains.cluster-bytes is " + cluster + "; it must be a power of two");
    }
    return new Growth(
        settings.counts(ROOT + "snapshots", 0, MOST_SNAPSHOTS),
        settings.bytes(ROOT + "disk-bytes"),
        cluster,
        settings.number(ROOT + "used-ratio", 0.001, 1),
        settings.count(ROOT + "used-run-clusters", 1, Integer.MAX_VALUE),
        settings.numbers(ROOT + "daily-change", 0, 1),
        settings.count(ROOT + "change-run-clusters", 1, Integer.MAX_VALUE));
  }

  private static List<Pattern> patterns(SettingReader settings) {
    int block = (int) Math.min(1 << 30, settings.bytes(ROOT + "block-bytes"));
    long requests = settings.whole(ROOT + "requests", 1, Integer.MAX_VALUE);
    double exponent = settings.number(ROOT + "zipf-exponent", 0, 4);
    double ratio = settings.number(ROOT + "boot-ratio", 0, 1);
    int run = settings.count(ROOT + "boot-run-blocks", 1, Integer.MAX_VALUE);
    return settings.names(ROOT + "access", Pattern.NAMES).stream()
        .map(name -> new Pattern(name, block, requests, exponent, ratio, run))
        .toList();
  }

  private static List<ReplaySetting> replays(SettingReader settings) {
    List<TableRule> rules =
        settings.names(ROOT + "tables", List.of("full", "lazy")).stream()
            .map(name -> name.equals("full") ? TableRule.FULL : TableRule.LAZY)
            .toList();
    List<Scope> scopes =
        settings.names(ROOT + "caches", List.of("per-file", "shared")).stream()
            .map(name -> name.equals("shared") ? Scope.SHARED : Scope.PER_FILE)
            .toList();
    List<ReplaySetting> all = new ArrayList<>();
    for (long bytes : settings.parsed(ROOT + "cache-bytes", ChainSettings::bytes, 1L)) {
      for (String method : settings.names(ROOT + "methods", List.of("chained", "direct"))) {
        if (method.equals("direct")) {
          all.add(new ReplaySetting(Method.DIRECT, TableRule.FULL, Scope.PER_FILE, bytes, 0));
          continue;
        }
        for (TableRule rule : rules) {
          for (Scope scope : scopes) {
            all.add(new ReplaySetting(Method.CHAINED, rule, scope, bytes, 0));
          }
        }
      }
    }
    return List.copyOf(all);
  }

  private static long bytes(String size) {
    try {
      return Math.max(1, ConfigFactory.parseMap(Map.of("size", size.strip())).getBytes("size"));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(size + " is no size", e);
    }
  }

  private static ReadCosts costs(SettingReader settings, String device) {
    String of = ROOT + "costs." + device;
    return new ReadCosts(
        device,
        settings.number(ROOT + "costs.request-micros", 0, MOST) * NANOS_A_MICRO,
        settings.number(ROOT + "costs.pass-micros", 0, MOST) * NANOS_A_MICRO,
        settings.number(ROOT + "costs.below-micros", 0, MOST) * NANOS_A_MICRO,
        settings.number(ROOT + "costs.crowd-micros", 0, MOST) * NANOS_A_MICRO,
        settings.number(ROOT + "costs.hit-micros", 0, MOST) * NANOS_A_MICRO,
        settings.number(of + ".miss-micros", 0, MOST) * NANOS_A_MICRO,
        settings.number(of + ".data-micros", 0, MOST) * NANOS_A_MICRO,
        settings.number(of + ".open-micros", 0, MOST) * NANOS_A_MICRO,
        settings.bytes(of + ".bytes-per-second"));
  }
}
