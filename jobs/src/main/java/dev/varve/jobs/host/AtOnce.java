package dev.varve.jobs.host;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

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
   * What comes of each, in their order. When one fails, no other is begun, and those that have
   * begun are waited for, so that nothing works on afterwards.
   *
   * @throws IOException the first fault in time, or the first {@link Error}, of whatever kind, as
   *     it was; other faults are suppressed in it
   */
  public static <T, R> List<R> all(int threads, List<T> all, Step<T, R> step) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, Math.min(threads, all.size())));
    List<Throwable> faults = new CopyOnWriteArrayList<>();
    try {
      List<Callable<Optional<R>>> steps = new ArrayList<>();
      for (T one : all) {
        steps.add(() -> faults.isEmpty() ? tried(step, one, faults) : Optional.empty());
      }
      List<R> results = new ArrayList<>();
      for (Future<Optional<R>> done : pool.invokeAll(steps)) {
        done.get().ifPresent(results::add);
      }
      if (!faults.isEmpty()) {
        throw AtOnce.<IOException>asItWas(faults);
      }
      return results;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      end(pool);
    }
  }

  /** What is read of each, in their order: of many files, shortly. */
  public static <T, R> List<R> reads(List<T> all, Step<T, R> read) throws IOException {
    return all(READS, all, read);
  }

  /** Ends a pool, and waits until none of its threads works any more. */
  public static void end(ExecutorService pool) {
    pool.shutdownNow();
    boolean ended = false;
    boolean interrupted = false;
    while (!ended) {
      try {
        ended = pool.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T, R> Optional<R> tried(Step<T, R> step, T one, List<Throwable> faults) {
    try {
      return Optional.of(step.of(one));
    } catch (Exception | Error e) {
      faults.add(e);
      return Optional.empty();
    }
  }

  /** The engine throws checked exceptions that it does not declare; these too pass as they are. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E asItWas(List<Throwable> faults) throws E {
    Throwable first =
        faults.stream().filter(Error.class::isInstance).findFirst().orElse(faults.get(0));
    faults.stream().filter(fault -> fault != first).forEach(first::addSuppressed);
    throw (E) first;
  }
}
