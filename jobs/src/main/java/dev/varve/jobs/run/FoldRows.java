package dev.varve.jobs.run;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/**
 * The rows of a fold as an iterator: feeds the fold one input at a time and returns the rows that
 * it emits.
 */
public final class FoldRows<T> implements Iterator<Row> {
  private final Iterator<T> things;
  private final Fold<T> fold;
  private final Queue<Row> ready = new ArrayDeque<>();
  private boolean finished;

  /** A fold over an ordered stream, which may emit rows at any step. */
  public interface Fold<T> {
    /** Takes the next input. */
    void add(T thing, Consumer<Row> output);

    /** Called once after the last input. */
    void finish(Consumer<Row> output);
  }

  public FoldRows(Iterator<T> things, Fold<T> fold) {
    this.things = things;
    this.fold = fold;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && !finished) {
      if (things.hasNext()) {
        fold.add(things.next(), ready::add);
      } else {
        finished = true;
        fold.finish(ready::add);
      }
    }
    return !ready.isEmpty();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }
}
