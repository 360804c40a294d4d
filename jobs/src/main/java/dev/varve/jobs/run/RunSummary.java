package dev.varve.jobs.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/**
 * What a run did.
 *
 * @param counts as in table {@code run}
 * @param readBytes stored bytes of what was read
 * @param rejections the first of what this run rejected: source, digest, reason, offset, message
 */
public record RunSummary(
    String runId, Map<String, Long> counts, long readBytes, Duration took, List<Row> rejections) {

  /** One count, 0 when it was never made. */
  public long count(String name) {
    return counts.getOrDefault(name, 0L);
  }
}
