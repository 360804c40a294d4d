package dev.varve.jobs.estimate;

import dev.varve.estimate.Interval;
import dev.varve.jobs.estimate.Quantity.Measure;
import dev.varve.jobs.host.ProcessMemory;
import dev.varve.jobs.run.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What reading a part took, and what reading all would. Before the part is chosen everything is as
 * it would be. Afterwards the work of the tasks grows with the bytes, at the pace of those that the
 * compiler is done with; at least that of the tasks that read, at most all.
 */
final class Effort extends SparkListener implements AutoCloseable {
  /** How much two runs of the same differ. */
  private static final double NOISE = 0.1;

  private final SparkContext context;
  private final List<Task> tasks = new ArrayList<>();
  private final long startedNanos = System.nanoTime();
  private long chosenNanos = startedNanos;

  /** A task that ended; {@code bytes} of inputs, 0 of those that read none. */
  private record Task(long launched, long millis, long bytes) {}

  Effort(SparkContext context) {
    this.context = context;
    context.addSparkListener(this);
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskMetrics() != null) {
      long bytes =
          CollectionConverters.asJava(end.taskInfo().accumulables()).stream()
              .filter(one -> one.name().contains(Run.READ_BYTES))
              .mapToLong(Effort::update)
              .sum();
      tasks.add(new Task(end.taskInfo().launchTime(), end.taskMetrics().executorRunTime(), bytes));
    }
  }

  private static long update(AccumulableInfo info) {
    return info.update().isDefined() && info.update().get() instanceof Long bytes ? bytes : 0;
  }

  /** From here on the work depends on what was chosen. */
  synchronized void chosen() {
    chosenNanos = System.nanoTime();
    tasks.clear();
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
                    Quantity.forecast(Measure.INGEST_MEMORY_BYTES, memory((double) peak))));
    return forecasts;
  }

  /**
   * Memory does not grow with the input but for the heap, which the collector lets grow up to its
   * limit where that spares it work.
   */
  private static Interval memory(double peak) {
    return new Interval(peak, peak / 2, peak + (double) ProcessMemory.heapLeftBytes());
  }

  private synchronized Interval seconds(double fold) {
    double before = (chosenNanos - startedNanos) / 1e9;
    double after = (System.nanoTime() - chosenNanos) / 1e9;
    double cores = context.defaultParallelism();
    List<Task> reading =
        tasks.stream()
            .filter(task -> task.bytes() > 0)
            .sorted(Comparator.comparingLong(Task::launched))
            .toList();
    double read = seconds(reading) / cores;
    double other = Math.max(0, seconds(tasks) / cores - read);
    // The first tasks wait for the compiler; the later half is how the rest goes.
    double warm = perByte(reading.subList(reading.size() / 2, reading.size()));
    double pace = reading.isEmpty() ? 1 : Math.min(1, warm / perByte(reading));
    double part = before + after;
    return new Interval(
        part + (fold - 1) * Math.min(after, (read + other) * pace),
        (1 - NOISE) * (part + (fold - 1) * Math.min(after, read * pace)),
        (1 + NOISE) * (before + after * fold));
  }

  private static double seconds(List<Task> tasks) {
    return tasks.stream().mapToLong(Task::millis).sum() / 1e3;
  }

  private static double perByte(List<Task> tasks) {
    return seconds(tasks) / Math.max(1, tasks.stream().mapToLong(Task::bytes).sum());
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }
}
