package dev.varve.jobs.console;

import dev.varve.jobs.report.PrintedText;
import dev.varve.jobs.report.Sizes;
import dev.varve.jobs.run.Reporter;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Progress on standard error: on a terminal one line that is overwritten, elsewhere a new line now
 * and then. Java cannot find out whether standard error is a terminal, so the launcher passes the
 * property {@code varve.terminal}.
 */
public final class Console implements Reporter {
  private static final int TERMINAL_MILLIS = 500;
  private static final int LOG_MILLIS = 10_000;

  /** To the beginning of the line, which is then empty. */
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private final boolean quiet;

  private Console(PrintStream out, boolean terminal, boolean quiet) {
    this.out = out;
    this.terminal = terminal;
    this.quiet = quiet;
  }

  /** Prints errors only. */
  public static Console quiet() {
    return new Console(System.err, false, true);
  }

  /** Prints progress. */
  public static Console verbose() {
    return new Console(System.err, Boolean.getBoolean("varve.terminal"), false);
  }

  @Override
  public void note(String line) {
    if (!quiet) {
      out.println((terminal ? ERASE : "") + PrintedText.visibleLines(line));
    }
  }

  @Override
  public Phase phase(SparkSession spark, String title, long totalBytes, LongAccumulator doneBytes) {
    if (quiet || totalBytes == 0) {
      return () -> {};
    }
    Watch watch = new Watch(title, totalBytes, doneBytes);
    spark.sparkContext().addSparkListener(watch);
    ScheduledExecutorService clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
    int millis = terminal ? TERMINAL_MILLIS : LOG_MILLIS;
    var unused =
        clock.scheduleWithFixedDelay(() -> show(watch), millis, millis, TimeUnit.MILLISECONDS);
    return () -> {
      clock.shutdownNow();
      spark.sparkContext().removeSparkListener(watch);
      if (terminal) {
        out.print(ERASE);
      }
    };
  }

  private void show(Watch watch) {
    if (terminal) {
      out.print(ERASE + watch.line());
      out.flush();
    } else {
      out.println(watch.line());
    }
  }

  /** Adds up the bytes of finished tasks, and of running ones as their heartbeats report them. */
  private static final class Watch extends SparkListener {
    private final String title;
    private final long totalBytes;
    private final LongAccumulator doneBytes;
    private final ConcurrentHashMap<Long, Long> running = new ConcurrentHashMap<>();
    private final long startedNanos = System.nanoTime();

    Watch(String title, long totalBytes, LongAccumulator doneBytes) {
      this.title = title;
      this.totalBytes = totalBytes;
      this.doneBytes = doneBytes;
    }

    @Override
    public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate update) {
      CollectionConverters.asJava(update.accumUpdates())
          .forEach(
              task -> {
                for (AccumulableInfo info : CollectionConverters.asJava(task._4())) {
                  if (info.id() == doneBytes.id() && info.update().isDefined()) {
                    running.put((Long) task._1(), ((Number) info.update().get()).longValue());
                  }
                }
              });
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      running.remove(end.taskInfo().taskId());
    }

    String line() {
      long under = running.values().stream().mapToLong(Long::longValue).sum();
      long done = Math.min(totalBytes, doneBytes.value() + under);
      double seconds = (System.nanoTime() - startedNanos) / 1e9;
      String left = "estimating";
      if (done > 0 && seconds > 2) {
        left = Sizes.time(seconds * (totalBytes - done) / done) + " left";
      }
      return String.format(
          Locale.ROOT,
          "%s: %s of %s (%d %%), %s/s, %s",
          title,
          Sizes.bytes(done),
          Sizes.bytes(totalBytes),
          100 * done / totalBytes,
          Sizes.bytes((long) (done / Math.max(seconds, 0.001))),
          left);
    }
  }
}
