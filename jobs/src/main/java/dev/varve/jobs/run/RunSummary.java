package dev.varve.jobs.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run did.
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

  /** What a row of table {@code rejected_blob} tells people. */
  public record Rejection(
      String source,
      @Nullable String digest,
      String reason,
      @Nullable Long offset,
      String message) {}

  /** One count, 0 when it was never made. */
  public long count(String name) {
    return counts.getOrDefault(name, 0L);
  }
}
