package dev.varve.jobs.engine.run;

import java.util.Map;
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

  /**
   * Prints what a run has published that ends early, and what the next one reads.
   *
   * @param ending what ends it
   */
  default void endsEarly(Kept kept, Kept left, Ending ending) {
    warn("%s; %d of %s kept, %d left".formatted(ending, kept.number(), kept.unit(), left.number()));
  }

  /** Causes for which a run ends before its work is done. */
  enum Ending {
    /** A signal, after which what had been read was published. */
    SIGNAL,
    /** A signal that allows no further publication. */
    IMMEDIATE_SIGNAL,
    FAULT
  }

  /**
   * Prints how long a run takes, before it begins.
   *
   * @param seconds of each of its parts, by their titles
   */
  default void forecast(Map<String, Double> seconds) {
    double sum = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    note("about %.0f s".formatted(sum));
  }

  /** A running phase. */
  interface Phase extends AutoCloseable {
    @Override
    void close();
  }
}
