package dev.varve.jobs.pull;

import dev.varve.pull.PullReplay;
import dev.varve.pull.PullResult;
import dev.varve.pull.PullTally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** The rows of a replay: results of its first requests, then its summaries. */
final class ReplayRows implements Iterator<Row> {
  private final PullReplay replay;
  private final PullTables.SettingColumns setting;
  private final PullTally tally;
  private final long mostResults;
  private @Nullable Iterator<PullTally.Summary> summaries;
  private @Nullable Row next;

  /**
   * @param mostResults how many requests have a row
   */
  ReplayRows(
      PullReplay replay, PullTables.SettingColumns setting, PullTally tally, long mostResults) {
    this.replay = replay;
    this.setting = setting;
    this.tally = tally;
    this.mostResults = mostResults;
    next = read();
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public Row next() {
    Row row = next;
    if (row == null) {
      throw new NoSuchElementException();
    }
    next = read();
    return row;
  }

  private @Nullable Row read() {
    try {
      while (summaries == null) {
        PullResult result = replay.next();
        if (result == null) {
          summaries = tally.summaries().iterator();
        } else {
          tally.add(result);
          if (result.number() < mostResults) {
            return PullTables.REPLAYED.row(row(result));
          }
        }
      }
      return summaries.hasNext()
          ? PullTables.REPLAYED.row(PullTables.SummaryRow.of(setting, summaries.next()))
          : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PullTables.ResultRow row(PullResult result) {
    return new PullTables.ResultRow(
        setting.setting(),
        result.number(),
        result.sentNanos(),
        result.outcome().label(),
        result.builders(),
        result.latency(),
        result.latency().nanos());
  }
}
