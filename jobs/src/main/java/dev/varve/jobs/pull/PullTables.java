package dev.varve.jobs.pull;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.WideRow;
import dev.varve.jobs.schema.Tables;
import dev.varve.pull.Latency;
import dev.varve.pull.PullTally;
import dev.varve.request.MatchedTrace;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of the tables of pulls. */
final class PullTables {
  /** Results and summaries, from one replay. */
  static final WideRow REPLAYED =
      new WideRow(
          Tables.rows("pull_result", ResultRow.class),
          Tables.rows("pull_summary", SummaryRow.class));

  static final RowBinder<StorageRow> STORAGE = Tables.rows("pull_storage", StorageRow.class);

  static final RowBinder<TraceRow> TRACE = Tables.rows("pull_trace", TraceRow.class);

  private PullTables() {}

  /** A row of {@code pull_result}. */
  record ResultRow(
      int setting,
      long request,
      long sentNanos,
      String outcome,
      int builders,
      Latency latency,
      long latencyNanos) {}

  /** A row of {@code pull_summary}; latency is null where there is none. */
  record SummaryRow(
      SettingColumns of,
      @Nullable Long fromBytes,
      @Nullable Long toBytes,
      PullTally.Gets gets,
      @Nullable Latency latency,
      @Nullable Long latencyNanos,
      PullTally.@Nullable Percentiles percentiles) {

    static SummaryRow of(SettingColumns setting, PullTally.Summary summary) {
      return new SummaryRow(
          setting,
          summary.fromBytes(),
          summary.toBytes(),
          summary.gets(),
          summary.latency(),
          summary.latency().nanos(),
          summary.percentiles());
    }
  }

  /** A setting, with the names of its columns. */
  record SettingColumns(
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

  /** A row of {@code pull_trace}. */
  record TraceRow(String outcome, long entries, long late, long failed) {
    static TraceRow of(String outcome, MatchedTrace.Count count) {
      return new TraceRow(outcome, count.entries(), count.late(), count.failed());
    }

    /** All outcomes, for people. */
    static String line(List<TraceRow> outcomes) {
      long late = outcomes.stream().mapToLong(TraceRow::late).sum();
      long failed = outcomes.stream().mapToLong(TraceRow::failed).sum();
      StringBuilder line = new StringBuilder();
      line.append(
          outcomes.stream()
              .map(row -> String.format(Locale.ROOT, "%s %,d", row.outcome(), row.entries()))
              .collect(Collectors.joining(", ")));
      if (failed > 0) {
        line.append(String.format(Locale.ROOT, "; %,d were answered with an error", failed));
      }
      if (late > 0) {
        line.append(
            String.format(
                Locale.ROOT,
                "; %,d are earlier than one before them in their file, and sent with that",
                late));
      }
      return line.toString();
    }
  }

  /** A row of {@code pull_storage}. */
  record StorageRow(
      String mode,
      int replicas,
      long layerBytes,
      long wholeBytes,
      long fileBytes,
      long framingBytes,
      long storedBytes,
      @Nullable Double ratio,
      @Nullable Double closedForm) {}
}
