package dev.varve.jobs.host;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/** Pipe that passes rows from one thread to another, in order. It buffers at most a few batches. */
public final class PipedRows<T> {
  /** Rows of a batch: few, as rows of recipe tables take tens of kilobytes each. */
  private static final int BATCH_ROWS = 128;

  /** Batches in the buffer; when it is full, the source waits. */
  private static final int MAX_BATCHES = 4;

  private final BlockingQueue<List<T>> batches = new ArrayBlockingQueue<>(MAX_BATCHES);
  private List<T> batch = new ArrayList<>(BATCH_ROWS);

  /** Whether the consumer has failed, so that no more rows are needed. */
  private volatile boolean failed;

  /** Thrown within a source to end it, after the consumer has failed. */
  private static final class ConsumerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private PipedRows() {}

  /** Source of rows. */
  public interface Source<T> {
    /** Passes all rows to a consumer, one after another. */
    void each(Consumer<T> consumer) throws IOException;
  }

  /**
   * Passes all rows of a source to a consumer. The consumer runs on this thread, the source on a
   * thread of its own.
   *
   * @throws IOException the fault of the consumer or the source; it may be of any class and is not
   *     wrapped
   */
  public static <T> void each(Source<T> source, Consumer<T> consumer) throws IOException {
    PipedRows<T> pipe = new PipedRows<>();
    Parallel.both(() -> pipe.take(consumer), () -> pipe.give(source));
  }

  private void give(Source<T> source) throws IOException {
    try {
      source.each(this::add);
    } catch (ConsumerFailedException e) {
      // The fault of the consumer is thrown instead.
    } finally {
      if (!failed) {
        put(batch);
        put(List.of()); // an empty batch marks the end
      }
    }
  }

  private void add(T row) {
    batch.add(row);
    if (batch.size() == BATCH_ROWS) {
      put(batch);
      batch = new ArrayList<>(BATCH_ROWS);
    }
    if (failed) {
      throw new ConsumerFailedException();
    }
  }

  private void take(Consumer<T> consumer) throws IOException {
    boolean done = false;
    try {
      for (List<T> next = batches.take(); !next.isEmpty(); next = batches.take()) {
        next.forEach(consumer);
      }
      done = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      if (!done) {
        failed = true;
        batches.clear(); // frees the source, which may wait for space
      }
    }
  }

  private void put(List<T> rows) {
    try {
      batches.put(rows);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    }
  }
}
