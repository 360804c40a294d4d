package dev.varve.jobs.engine.run;

import java.util.function.LongSupplier;

/** Receives the progress of a run: its phases, and what it waits for. */
public interface Reporter {
  /** Prints a line for people; several threads may. */
  void note(String line);

  /** Prints a line also for those who want no progress. */
  default void warn(String line) {
    note(line);
  }

  /**
   * Starts a long phase; closing the result ends it.
   *
   * @param doneBytes grows from 0 to {@code totalBytes}
   */
  Phase phase(String title, long totalBytes, LongSupplier doneBytes);

  /** A running phase. */
  interface Phase extends AutoCloseable {
    @Override
    void close();
  }
}
