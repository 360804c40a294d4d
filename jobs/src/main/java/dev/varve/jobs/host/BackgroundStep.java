package dev.varve.jobs.host;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A thread that runs one step at a time, while the thread that has begun it goes on. */
public final class BackgroundStep implements AutoCloseable {
  private final ExecutorService thread;
  private @Nullable Future<?> step;
  private volatile boolean failed;

  /**
   * A thread that has nothing to do yet.
   *
   * @param name of the thread
   */
  public BackgroundStep(String name) {
    thread = Executors.newSingleThreadExecutor(work -> Parallel.thread(work, name));
  }

  /** Begins a step; {@link #await} ends the one before. */
  public void begin(Parallel.IoRunnable work) {
    if (step != null) {
      throw new IllegalStateException("a step is not awaited");
    }
    step =
        thread.submit(
            () -> {
              try {
                work.run();
              } catch (Exception | Error e) {
                failed = true;
                throw e;
              }
              return true;
            });
  }

  /** Whether a step has failed. */
  public boolean isFailed() {
    return failed;
  }

  /**
   * Waits until the step that has begun has ended, if there is one.
   *
   * @throws IOException the fault of the step; it may be of any class and is not wrapped
   */
  public void await() throws IOException {
    Future<?> begun = step;
    step = null;
    if (begun == null) {
      return;
    }
    try {
      begun.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw Parallel.<IOException>asItWas(cause == null ? e : cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Ends the thread, after it was interrupted if a step still runs. */
  @Override
  public void close() {
    Parallel.end(thread);
  }
}
