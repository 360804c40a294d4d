package dev.varve.jobs.host;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Steps that wait more than they work, several at the same time on threads of this program. */
public final class AtOnce {
  private static final int READS = 16;

  private AtOnce() {}

  /** A step. */
  public interface Step<T, R> {
    /** What comes of one. */
    R of(T one) throws IOException;
  }

  /**
   * What comes of each, in their order. When one fails the others are still waited for, so that
   * nothing works on afterwards.
   *
   * @throws IOException the first one's in their order, as it was
   */
  public static <T, R> List<R> all(int threads, List<T> all, Step<T, R> step) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, Math.min(threads, all.size())));
    try {
      List<Callable<R>> steps = new ArrayList<>();
      for (T one : all) {
        steps.add(() -> step.of(one));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> done : pool.invokeAll(steps)) {
        results.add(done.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw asItWas(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } finally {
      pool.shutdownNow();
    }
  }

  /** What is read of each, in their order: of many files, shortly. */
  public static <T, R> List<R> reads(List<T> all, Step<T, R> read) throws IOException {
    return all(READS, all, read);
  }

  private static IOException asItWas(ExecutionException failed) {
    Throwable cause = failed.getCause();
    if (cause instanceof RuntimeException fault) {
      throw fault;
    }
    if (cause instanceof Error fault) {
      throw fault;
    }
    return cause instanceof IOException told ? told : new IOException(failed);
  }
}
