package dev.varve.jobs.engine.run;

import java.util.function.LongSupplier;

/** Receives the progress of a run: its phases, and its waits for other runs and hosts. */
public interface Reporter {
  /** Prints a line for people; several threads may call it. */
  void note(String line);

  /** Prints a line for people, even if progress is switched off. */
  default void warn(String line) {
    note(line);
  }

  /**
   * Starts a long phase; closing the result ends it.
   *
   * @param doneBytes returns the number of processed bytes, which grows from 0 to {@code
   *     totalBytes}
   */
  Phase phase(String title, long totalBytes, LongSupplier doneBytes);

  /** A running phase. */
  interface Phase extends AutoCloseable {
    @Override
    void close();
  }
}
