package dev.varve.jobs.cli.console;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.Reporter;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Reporter of progress on standard error. On a terminal it overwrites one line twice a second;
 * elsewhere it prints a line every 10 seconds. Java cannot find out whether standard error is a
 * terminal, so the launcher passes the property {@code varve.terminal}.
 */
public final class Console implements Reporter {
  private static final int TERMINAL_MILLIS = 500;
  private static final int LOG_MILLIS = 10_000;

  /** Seconds after which the remaining time is estimated. */
  private static final int MIN_SECONDS = 2;

  /** Escape sequence that goes to the start of the line and erases it. */
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private final boolean quiet;

  private Console(PrintStream out, boolean terminal, boolean quiet) {
    this.out = out;
    this.terminal = terminal;
    this.quiet = quiet;
  }

  /** A reporter that prints warnings only. */
  public static Console quiet() {
    return new Console(System.err, false, true);
  }

  /** A reporter that prints progress. */
  public static Console verbose() {
    return new Console(System.err, Boolean.getBoolean("varve.terminal"), false);
  }

  @Override
  public void note(String line) {
    if (!quiet) {
      out.println((terminal ? ERASE_LINE : "") + PrintedText.visibleLines(line));
    }
  }

  @Override
  public void warn(String line) {
    out.println((terminal ? ERASE_LINE : "") + "varve: " + PrintedText.visibleLines(line));
  }

  @Override
  public void endsEarly(Kept kept, Kept left, Ending ending) {
    String what = ending == Ending.FAULT ? "ended by a fault" : "interrupted";
    String here = inWords(kept);
    if (ending == Ending.IMMEDIATE_SIGNAL) {
      here += ", published before,";
    }
    String none = kept.number() == 0 ? "begins anew" : "reads nothing else";
    String next = left.number() == 0 ? none : "reads " + inWords(left);
    warn(
        kept.number() == 0
            ? "%s; nothing new is kept; the next run %s".formatted(what, next)
            : "%s; %s %s kept; the next run skips %s and %s"
                .formatted(
                    what,
                    here,
                    kept.number() == 1 ? "is" : "are",
                    kept.number() == 1 ? "it" : "them",
                    next));
  }

  @Override
  public void forecast(Map<String, Double> seconds) {
    double sum = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    note(
        seconds.entrySet().stream()
            .map(part -> part.getKey() + " " + Sizes.time(part.getValue()))
            .collect(Collectors.joining("; ", "about " + Sizes.time(sum) + ": ", "")));
  }

  private static String inWords(Kept things) {
    return "%s of %s"
        .formatted(Sizes.count(things.number(), things.unit()), Sizes.bytes(things.bytes()));
  }

  @Override
  public Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
    if (quiet || totalBytes == 0) {
      return () -> {};
    }
    long startedNanos = System.nanoTime();
    ScheduledExecutorService clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
    int millis = terminal ? TERMINAL_MILLIS : LOG_MILLIS;
    var unused =
        clock.scheduleWithFixedDelay(
            () -> show(progressLine(title, totalBytes, doneBytes.getAsLong(), startedNanos)),
            millis,
            millis,
            TimeUnit.MILLISECONDS);
    return () -> {
      clock.shutdownNow();
      if (terminal) {
        out.print(ERASE_LINE);
      }
    };
  }

  private void show(String line) {
    if (terminal) {
      out.print(ERASE_LINE + line);
      out.flush();
    } else {
      out.println(line);
    }
  }

  private static String progressLine(
      String title, long totalBytes, long doneBytes, long startedNanos) {
    long done = Math.min(totalBytes, doneBytes);
    double seconds = (System.nanoTime() - startedNanos) / 1e9;
    String remaining = "estimating";
    if (done > 0 && seconds > MIN_SECONDS) {
      remaining = Sizes.time(seconds * (totalBytes - done) / done) + " left";
    }
    return String.format(
        Locale.ROOT,
        "%s: %s of %s (%d %%), %s/s, %s",
        title,
        Sizes.bytes(done),
        Sizes.bytes(totalBytes),
        100 * done / totalBytes,
        Sizes.bytes((long) (done / Math.max(seconds, 0.001))),
        remaining);
  }
}
