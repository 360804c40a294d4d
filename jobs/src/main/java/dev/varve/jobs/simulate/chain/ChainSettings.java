package dev.varve.jobs.simulate.chain;

import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.Section;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.simulate.SimulationSettings;
import dev.varve.model.Seed;
import dev.varve.simulation.access.Pattern;
import dev.varve.simulation.chain.GrowingChain;
import dev.varve.simulation.chain.ReadCosts;
import dev.varve.simulation.chain.ReadSpace;
import dev.varve.simulation.chain.ReplaySetting;
import dev.varve.simulation.chain.ReplaySetting.CacheScope;
import dev.varve.simulation.chain.ReplaySetting.Method;
import dev.varve.simulation.chain.TableRule;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of {@code simulate chains}.
 *
 * @param trace location of a trace, or empty
 * @param mergeRatio shares of a chain's files above the base file that are merged into the base
 * @param fileStateBytes memory of an open file in addition to its cached tables
 */
record ChainSettings(
    @OneOf({REAL, REAL_GROWN, GROWN, EVEN, BASE}) List<String> kinds,
    @OneOf(in = Pattern.class) List<String> access,
    String trace,
    ReadSpace space,
    @Range(low = 1, high = Integer.MAX_VALUE) long requests,
    int blockBytes,
    @Range(low = 0, high = 4) double zipfExponent,
    @Range(low = 0, high = 1) double bootRatio,
    int bootRunBlocks,
    List<Method> methods,
    List<TableRule> tables,
    List<CacheScope> caches,
    List<Long> cacheBytes,
    @Range(low = 0, high = 1) List<Double> mergeRatio,
    @Range(low = 0) long fileStateBytes,
    Costs costs,
    @Section("chains") Growth growth,
    @Section("simulation") SimulationSettings shared) {
  static final String REAL = "real";
  static final String REAL_GROWN = "real-grown";
  static final String GROWN = "grown";
  static final String EVEN = "even";
  static final String BASE = "base";
  static final String TRACE = "trace";

  static final double MAX_VALUE = 1e12;
  private static final double NANOS_PER_MICRO = 1000;

  /**
   * Synthetic chains.
   *
   * @param usedRatio share of the disk that is in use
   * @param dailyChange shares of the used data that are written between two snapshots
   */
  record Growth(
      @Range(low = 0, high = 10_000) List<Integer> snapshots,
      long diskBytes,
      @Range(low = 512, high = 2 << 20) int clusterBytes,
      @Range(low = 0.001, high = 1) double usedRatio,
      int usedRunClusters,
      @Range(low = 0, high = 1) List<Double> dailyChange,
      int changeRunClusters) {}

  /**
   * Times of the steps of a read that do not depend on the disk, in microseconds. {@link ReadCosts}
   * says what the steps are.
   */
  record Costs(
      @Range(low = 0, high = MAX_VALUE) double requestMicros,
      @Range(low = 0, high = MAX_VALUE) double passMicros,
      @Range(low = 0, high = MAX_VALUE) double belowMicros,
      @Range(low = 0, high = MAX_VALUE) double crowdMicros,
      @Range(low = 0, high = MAX_VALUE) double hitMicros,
      Disk hdd,
      Disk ssd) {

    ReadCosts of(String device, Disk disk) {
      return new ReadCosts(
          device,
          requestMicros * NANOS_PER_MICRO,
          passMicros * NANOS_PER_MICRO,
          belowMicros * NANOS_PER_MICRO,
          crowdMicros * NANOS_PER_MICRO,
          hitMicros * NANOS_PER_MICRO,
          disk.missMicros * NANOS_PER_MICRO,
          disk.dataMicros * NANOS_PER_MICRO,
          disk.openMicros * NANOS_PER_MICRO,
          disk.bytesPerSecond);
    }
  }

  /**
   * Times of reads of a disk.
   *
   * @param missMicros to read a slice of a table
   * @param dataMicros to read a cluster's data
   * @param openMicros to open a file and read its header
   * @param bytesPerSecond rate at which L1 tables are read
   */
  record Disk(
      @Range(low = 0, high = MAX_VALUE) double missMicros,
      @Range(low = 0, high = MAX_VALUE) double dataMicros,
      @Range(low = 0, high = MAX_VALUE) double openMicros,
      long bytesPerSecond) {}

  /** The synthetic read patterns of the settings. */
  List<Pattern> patterns() {
    return access.stream()
        .map(
            name -> new Pattern(name, blockBytes, requests, zipfExponent, bootRatio, bootRunBlocks))
        .toList();
  }

  List<ReplaySetting> replays() {
    List<ReplaySetting> all = new ArrayList<>();
    for (long bytes : cacheBytes) {
      for (Method method : methods) {
        if (method == Method.DIRECT) {
          all.add(new ReplaySetting(method, TableRule.FULL, CacheScope.PER_FILE, bytes, 0));
          continue;
        }
        for (TableRule rule : tables) {
          caches.forEach(scope -> all.add(new ReplaySetting(method, rule, scope, bytes, 0)));
        }
      }
    }
    return all;
  }

  /** The cost model of a hard disk. */
  ReadCosts hddCosts() {
    return costs.of("hdd", costs.hdd);
  }

  /** The cost model of flash memory. */
  ReadCosts ssdCosts() {
    return costs.of("ssd", costs.ssd);
  }

  Seed seed() {
    return new Seed(shared.seed());
  }

  static ChainSettings read(SettingReader settings) {
    ChainSettings configured = settings.bind("chains", ChainSettings.class);
    int clusterBytes = configured.growth.clusterBytes;
    if (Integer.bitCount(clusterBytes) != 1) {
      settings.fault("chains.cluster-bytes is " + clusterBytes + "; it must be a power of two");
    }
    long maxDiskBytes = (long) clusterBytes * GrowingChain.MOST_CLUSTERS;
    if (configured.growth.diskBytes > maxDiskBytes) {
      settings.fault(
          "chains.disk-bytes is %d; with chains.cluster-bytes = %d it must be at most %d"
              .formatted(configured.growth.diskBytes, clusterBytes, maxDiskBytes));
    }
    return configured;
  }
}
