package dev.varve.jobs.engine.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run.
 *
 * @param counts as in table {@code run}
 * @param readBytes stored bytes of what was read
 * @param rejections the first of what this run rejected
 */
public record RunSummary(
    String runId,
    Map<String, Long> counts,
    long readBytes,
    Duration took,
    List<Rejection> rejections) {

  /** A row of table {@code rejected_blob}, as printed for people. */
  public record Rejection(
      String source,
      @Nullable String digest,
      String reason,
      @Nullable Long offset,
      String message) {}

  /** How long it took. */
  public double seconds() {
    return took.toMillis() / 1e3;
  }

  /** A count by its name; 0 when nothing was counted. */
  public long count(String name) {
    return counts.getOrDefault(name, 0L);
  }
}
