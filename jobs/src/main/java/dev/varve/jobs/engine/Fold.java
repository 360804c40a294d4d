package dev.varve.jobs.engine;

import java.io.Serializable;
import java.util.function.Consumer;

/**
 * A fold over ordered rows: its state and the records that it emits depend on these rows alone.
 *
 * @param <I> the record type that a row is read as
 */
public interface Fold<I> {
  /** Adds the next row; may emit records. */
  void add(I row, Consumer<Record> output);

  /** Ends the fold after the last row; may emit records. */
  void finish(Consumer<Record> output);

  /**
   * Creates a fold for each part of the rows. Objects that it captures are sent to every task, so
   * they are serializable and small enough for the memory of one task.
   */
  interface Start<I> extends Serializable {
    /** A fold that has seen no row. */
    Fold<I> start();
  }

  /** A function of one row, independent of all other rows. */
  interface Step<I> extends Serializable {
    /** Emits the records that follow from a row. */
    void apply(I row, Consumer<Record> output);
  }

  /** A fold without state, which applies a step to each row. */
  static <I> Start<I> each(Step<I> step) {
    return () ->
        new Fold<>() {
          @Override
          public void add(I row, Consumer<Record> output) {
            step.apply(row, output);
          }

          @Override
          public void finish(Consumer<Record> output) {
            // Nothing is left to emit: each row was processed when it was added.
          }
        };
  }
}
