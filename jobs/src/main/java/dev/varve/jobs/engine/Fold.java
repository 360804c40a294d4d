package dev.varve.jobs.engine;

import java.io.Serializable;
import java.util.function.Consumer;

/**
 * A pure fold over ordered rows, which may emit records at any step.
 *
 * @param <I> what a row is read as
 */
public interface Fold<I> {
  /** Takes the next row. */
  void add(I row, Consumer<Record> output);

  /** Called once after the last row. */
  void finish(Consumer<Record> output);

  /**
   * Starts a fold for each part of the rows. What it captures reaches every task, so it is
   * serializable, and small enough for memory.
   */
  interface Start<I> extends Serializable {
    /** A fold that has seen no row. */
    Fold<I> start();
  }

  /** A step for each row, which needs no other row. */
  interface Step<I> extends Serializable {
    /** Emits what becomes of a row. */
    void take(I row, Consumer<Record> output);
  }

  /** The fold that takes a step for each row. */
  static <I> Start<I> each(Step<I> step) {
    return () ->
        new Fold<>() {
          @Override
          public void add(I row, Consumer<Record> output) {
            step.take(row, output);
          }

          @Override
          public void finish(Consumer<Record> output) {
            // Every row was answered when it came.
          }
        };
  }
}
