package dev.varve.jobs.engine.run;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run of a verb that writes, for its summary and its exit code.
 *
 * @param counts as in table {@code run}
 * @param readBytes stored bytes of the inputs that were read
 * @param rejections the first rejections of this run
 */
public record RunSummary(
    String runId,
    Map<String, Long> counts,
    long readBytes,
    Duration took,
    List<Rejection> rejections) {

  /** A row of table {@code rejected_blob} in the form that is printed for people. */
  public record Rejection(
      String source,
      @Nullable String digest,
      String reason,
      @Nullable Long offset,
      String message) {}

  /** Duration of the run. */
  public double seconds() {
    return took.toMillis() / 1e3;
  }

  /** A count by its name; 0 when nothing was counted. */
  public long count(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /** A count with its noun: {@code 1 tag}, {@code 1,234 tags}. */
  public String count(String name, String noun) {
    long number = count(name);
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
