package dev.varve.jobs.estimate;

import dev.varve.estimate.Interval;
import dev.varve.jobs.estimate.Quantity.Measure;
import dev.varve.jobs.host.ProcessMemory;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * What an ingest of the whole takes.
   *
   * @param fold how many times larger the whole is than this part
   */
  List<Quantity> forecasts(double fold) {
    List<Quantity> forecasts = new ArrayList<>();
    forecasts.add(Quantity.forecast(Measure.INGEST_SECONDS, seconds(fold)));
    ProcessMemory.peakBytes()
        .ifPresent(
            peak ->
                forecasts.add(
                    Quantity.forecast(Measure.INGEST_MEMORY_BYTES, memory((double) peak, fold))));
    return forecasts;
  }

  /** Memory does not grow with the input but for the heap, which may fill up to its limit. */
  private static Interval memory(double peak, double fold) {
    double most = fold > 1 ? peak + (double) ProcessMemory.heapLeftBytes() : peak;
    return new Interval(peak, peak, most);
  }

  private Interval seconds(double fold) {
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
