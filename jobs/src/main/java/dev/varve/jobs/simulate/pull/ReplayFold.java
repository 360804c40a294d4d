package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.pull.Latency;
import dev.varve.simulation.pull.Pace;
import dev.varve.simulation.pull.PullReplay;
import dev.varve.simulation.pull.PullResult;
import dev.varve.simulation.pull.PullTally;
import dev.varve.simulation.pull.Registry;
import dev.varve.simulation.pull.SizeClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Replays requests under one setting. They must come sorted by their numbers. Emits the results of
 * the first requests, then the summaries of all.
 */
final class ReplayFold implements Fold<RequestRow> {
  private final SummaryRow.Setting setting;
  private final long maxResults;
  private final PullTally tally;
  private final PullReplay replay;
  private final List<PullResult> unemitted = new ArrayList<>();

  /**
   * A row of {@code pull_result}. The outcome and the parts of the latency are defined there.
   *
   * @param setting number of the combination of settings, from 0
   * @param request number of the request in its stream, from 0
   * @param sentNanos since the start of the replay
   * @param outcome whole, hit, wait, miss, manifest or push
   * @param builders servers that restored the layer; 0 unless wait or miss
   * @param latency its parts
   * @param latencyNanos the sum of the parts
   */
  record ResultRow(
      int setting,
      long request,
      long sentNanos,
      String outcome,
      int builders,
      Latency latency,
      long latencyNanos) {}

  /**
   * A fold that has seen no request.
   *
   * @param maxResults number of requests for which a result row is emitted
   */
  ReplayFold(Registry registry, Pace pace, SummaryRow.Setting setting, long maxResults) {
    this.setting = setting;
    this.maxResults = maxResults;
    tally = new PullTally(registry.layers(), SizeClasses.DOUBLING);
    replay = new PullReplay(registry, pace, unemitted::add);
  }

  @Override
  public void add(RequestRow row, Consumer<Record> output) {
    replay.add(row.pull());
    emit(output);
  }

  @Override
  public void finish(Consumer<Record> output) {
    replay.finish();
    emit(output);
    tally.summaries().forEach(summary -> output.accept(SummaryRow.of(setting, summary)));
  }

  private void emit(Consumer<Record> output) {
    for (PullResult result : unemitted) {
      tally.add(result);
      if (result.number() < maxResults) {
        output.accept(
            new ResultRow(
                setting.setting(),
                result.number(),
                result.sentNanos(),
                result.outcome().label(),
                result.builders(),
                result.latency(),
                result.latency().nanos()));
      }
    }
    unemitted.clear();
  }
}
