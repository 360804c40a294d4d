package dev.varve.jobs.store.registry;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Lines for people on why a host is waited for: one a wait, however many requests wait. */
public final class HostLines {
  /** Shorter waits are no news. */
  private static final long LEAST_MILLIS = 5000;

  /** Those of tasks on other machines go into the logs there. */
  private static volatile Consumer<String> printer = System.err::println;

  private long printedUntil = System.nanoTime();

  HostLines() {}

  /** Prints the lines of this process by another printer. */
  public static void printBy(Consumer<String> other) {
    printer = other;
  }

  /** Prints a line that is true for so long, unless most of that time has one. */
  synchronized void print(long millis, String line) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long newMillis = TimeUnit.NANOSECONDS.toMillis(until - printedUntil);
    if (Math.min(millis, newMillis) >= LEAST_MILLIS) {
      printedUntil = until;
      printer.accept(line);
    }
  }
}
