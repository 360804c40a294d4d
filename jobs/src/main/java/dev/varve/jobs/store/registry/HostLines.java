package dev.varve.jobs.store.registry;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Prints why a run waits for a host: one line per wait, however many requests wait. */
public final class HostLines {
  /** Waits shorter than this, in milliseconds, are not printed. */
  private static final long MIN_MILLIS = 5000;

  /**
   * Prints the lines of this process. On a cluster the lines of tasks go to the logs of their
   * machines.
   */
  private static volatile Consumer<String> printer = System.err::println;

  private long printedUntil = System.nanoTime();

  HostLines() {}

  /** Prints the lines of this process by another printer. */
  public static void printBy(Consumer<String> other) {
    printer = other;
  }

  /**
   * Prints a line about a wait, unless earlier lines cover all but {@link #MIN_MILLIS} of the wait.
   *
   * @param millis length of the wait
   */
  synchronized void print(long millis, String line) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long newMillis = TimeUnit.NANOSECONDS.toMillis(until - printedUntil);
    if (Math.min(millis, newMillis) >= MIN_MILLIS) {
      printedUntil = until;
      printer.accept(line);
    }
  }
}
