package dev.varve.jobs.simulate.pull;

import dev.varve.simulation.pull.Latency;
import dev.varve.simulation.pull.PullTally;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code pull_summary}; latency is null where there is none.
 *
 * @param of the setting
 * @param fromBytes layers of at least this size; null in the row of all sizes
 * @param toBytes and below this size; null likewise, and where there is no limit
 * @param latency sums over all gets, part by part
 * @param latencyNanos the sum of the parts
 * @param percentiles of the latency of single gets; null without gets
 */
record SummaryRow(
    Setting of,
    @Nullable Long fromBytes,
    @Nullable Long toBytes,
    PullTally.Gets gets,
    @Nullable Latency latency,
    @Nullable Long latencyNanos,
    PullTally.@Nullable Percentiles percentiles) {

  /** The row of a replay. */
  static SummaryRow of(Setting setting, PullTally.Summary summary) {
    return new SummaryRow(
        setting,
        summary.fromBytes(),
        summary.toBytes(),
        summary.gets(),
        summary.latency(),
        summary.latency().nanos(),
        summary.percentiles());
  }

  /**
   * The columns that identify the setting under which requests were replayed.
   *
   * @param setting number of the combination of settings, from 0
   * @param requestsFrom trace or synthetic
   * @param layerRange of which layers the requests are: any, or their stored bytes such as 1MB-9MB
   * @param backend as in the settings, or a bound
   * @param codec of restored layers
   * @param cacheRatio cache over stored bytes of all layers; null where no cache has a limit
   * @param cacheBytes null likewise
   * @param clients that wait for their answers; 0: requests are sent at their times
   * @param gapMillis between a manifest and its layers; null: as requested
   * @param seed of all random draws
   */
  record Setting(
      int setting,
      String requestsFrom,
      String layerRange,
      String backend,
      int servers,
      String codec,
      @Nullable Double cacheRatio,
      @Nullable Long cacheBytes,
      int clients,
      @Nullable Double gapMillis,
      long seed)
      implements Serializable {}
}
