package dev.varve.jobs.run;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/** Pulls what a fold pushes: feeds it one thing at a time, and hands on the rows it gives away. */
public final class FoldRows<T> implements Iterator<Row> {
  private final Iterator<T> things;
  private final Fold<T> fold;
  private final Queue<Row> ready = new ArrayDeque<>();
  private boolean finished;

  /** An ordered stream's fold, which gives rows away now and then. */
  public interface Fold<T> {
    /** Takes the next thing. */
    void add(T thing, Consumer<Row> output);

    /** All things have come. */
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
