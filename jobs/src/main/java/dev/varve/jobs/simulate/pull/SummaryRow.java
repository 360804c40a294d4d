package dev.varve.jobs.simulate.pull;

import dev.varve.simulation.pull.Latency;
import dev.varve.simulation.pull.PullTally;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A row of {@code pull_summary}; latency is null where there is none. */
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

  /** The columns that identify the setting under which requests were replayed. */
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
