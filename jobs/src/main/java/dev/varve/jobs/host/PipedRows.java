package dev.varve.jobs.host;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/**
 * A pipe of rows from one thread to another, in order, while the first one goes on. It buffers a
 * few batches at most.
 */
public final class PipedRows<T> {
  /** Few, as rows of recipes take tens of kilobytes each. */
  private static final int BATCH = 128;

  private static final int BATCHES = 4;

  private final BlockingQueue<List<T>> batches = new ArrayBlockingQueue<>(BATCHES);
  private List<T> batch = new ArrayList<>(BATCH);

  /** The taker has failed, and nothing more is wanted. */
  private volatile boolean failed;

  /** Ends a source. */
  private static final class Unwanted extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private PipedRows() {}

  /** A source that passes items to a taker, one after another. */
  public interface Source<T> {
    /** Hands all of them over. */
    void each(Consumer<T> taker) throws IOException;
  }

  /**
   * Hands all that a source has to a taker on this thread; the source works on a thread of its own.
   *
   * @throws IOException the fault of the taker or of the source, of whatever kind, as it was
   */
  public static <T> void each(Source<T> source, Consumer<T> taker) throws IOException {
    PipedRows<T> between = new PipedRows<>();
    Parallel.both(() -> between.take(taker), () -> between.give(source));
  }

  private void give(Source<T> source) throws IOException {
    try {
      source.each(this::add);
    } catch (Unwanted e) {
      // The fault of the taker is reported.
    } finally {
      if (!failed) {
        put(batch);
        put(List.of()); // the end
      }
    }
  }

  private void add(T one) {
    batch.add(one);
    if (batch.size() == BATCH) {
      put(batch);
      batch = new ArrayList<>(BATCH);
    }
    if (failed) {
      throw new Unwanted();
    }
  }

  private void take(Consumer<T> taker) throws IOException {
    boolean done = false;
    try {
      for (List<T> next = batches.take(); !next.isEmpty(); next = batches.take()) {
        next.forEach(taker);
      }
      done = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      if (!done) {
        failed = true;
        batches.clear(); // the giver may wait for space
      }
    }
  }

  private void put(List<T> some) {
    try {
      batches.put(some);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    }
  }
}
