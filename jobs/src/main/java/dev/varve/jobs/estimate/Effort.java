package dev.varve.jobs.estimate;

import dev.varve.estimate.Interval;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * What reading a part took, and what reading all would. Before the part is chosen everything is as
 * it would be; afterwards at least the work of the tasks grows with the bytes, at most all.
 */
final class Effort extends SparkListener implements AutoCloseable {
  private final SparkContext context;
  private final AtomicLong taskMillis = new AtomicLong();
  private final long startedNanos = System.nanoTime();
  private volatile long chosenNanos = startedNanos;

  Effort(SparkContext context) {
    this.context = context;
    context.addSparkListener(this);
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskMetrics() != null) {
      taskMillis.addAndGet(end.taskMetrics().executorRunTime());
    }
  }

  /** From here on the work depends on what was chosen. */
  void chosen() {
    chosenNanos = System.nanoTime();
    taskMillis.set(0);
  }

  /** Seconds that the whole takes, of which this was one part in so many. */
  Interval seconds(double fold) {
    double before = (chosenNanos - startedNanos) / 1e9;
    double after = (System.nanoTime() - chosenNanos) / 1e9;
    double tasks = Math.min(after, taskMillis.get() / 1e3 / context.defaultParallelism());
    double low = before + after - tasks + tasks * fold;
    double high = before + after * fold;
    return new Interval((low + high) / 2, low, high);
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }
}
