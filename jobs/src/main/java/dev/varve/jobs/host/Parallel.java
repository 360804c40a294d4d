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
import java.util.concurrent.atomic.AtomicBoolean;

/** Steps that wait more than they work, several at the same time on threads of this program. */
public final class Parallel {
  private static final int READS = 16;
  private static final String CUT_SHORT = "SPARK_JOB_CANCELLED";

  private Parallel() {}

  public interface Step<T, R> {
    /** The result of one item. */
    R of(T one) throws IOException;
  }

  /** Like {@link #all(int, List, Step, Runnable)} of steps that nothing can cut short. */
  public static <T, R> List<R> all(int threads, List<T> all, Step<T, R> step) throws IOException {
    return all(threads, all, step, () -> {});
  }

  /**
   * The results of all, in their order. When one fails, no other is started, and the started ones
   * are waited for, so that no thread works on afterwards.
   *
   * @param atFault cuts those that have begun short; run once, after the first fault
   * @throws IOException the first fault in time, or the first {@link Error}, of whatever kind, as
   *     it was; other faults are suppressed in it
   */
  public static <T, R> List<R> all(int threads, List<T> all, Step<T, R> step, Runnable atFault)
      throws IOException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(threads, all.size())), work -> new Thread(work, "parallel step"));
    List<Throwable> faults = new CopyOnWriteArrayList<>();
    AtomicBoolean failed = new AtomicBoolean();
    try {
      List<Callable<Optional<R>>> steps = new ArrayList<>();
      for (T one : all) {
        steps.add(
            () -> {
              if (failed.get()) {
                return Optional.empty();
              }
              try {
                return Optional.of(step.of(one));
              } catch (Exception | Error e) {
                boolean first = !failed.getAndSet(true);
                faults.add(e);
                if (first) {
                  atFault.run();
                }
                return Optional.empty();
              }
            });
      }
      List<R> results = new ArrayList<>();
      for (Future<Optional<R>> done : pool.invokeAll(steps)) {
        done.get().ifPresent(results::add);
      }
      if (!faults.isEmpty()) {
        throw Parallel.<IOException>asItWas(faults);
      }
      return results;
    } catch (ExecutionException e) {
      throw Parallel.<IOException>asItWas(List.of(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      faults.forEach(interrupted::addSuppressed);
      throw interrupted;
    } finally {
      end(pool);
    }
  }

  /** The results of reading each, in their order: of many files, in parallel. */
  public static <T, R> List<R> reads(List<T> all, Step<T, R> read) throws IOException {
    return all(READS, all, read);
  }

  /** A task done for its effect alone. */
  public interface IoRunnable {
    /** Runs to its end, or throws what went wrong. */
    void run() throws IOException;
  }

  /**
   * Does one task on this thread, and another one in parallel. Neither is cut short when the other
   * fails; both are waited for.
   *
   * @throws IOException the fault of the first task as it was, of whatever kind, with that of the
   *     other suppressed in it, or that of the other
   */
  public static void both(IoRunnable here, IoRunnable alongside) throws IOException {
    ExecutorService pool =
        Executors.newSingleThreadExecutor(work -> new Thread(work, "background step"));
    try {
      Future<Boolean> done =
          pool.submit(
              () -> {
                alongside.run();
                return true;
              });
      List<Throwable> faults = new ArrayList<>();
      try {
        here.run();
      } catch (Exception | Error e) {
        faults.add(e);
      }
      try {
        done.get();
      } catch (ExecutionException e) {
        faults.add(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        faults.add(new InterruptedIOException("interrupted"));
      }
      if (!faults.isEmpty()) {
        throw Parallel.<IOException>asItWas(faults);
      }
    } finally {
      end(pool);
    }
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

  /** The engine says so of a job that was ended, as another step had failed. */
  private static boolean isCutShort(Throwable fault) {
    return String.valueOf(fault.getMessage()).contains(CUT_SHORT);
  }

  /** The engine throws checked exceptions that it does not declare; these too pass as they are. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E asItWas(List<Throwable> faults) throws E {
    Throwable cause =
        faults.stream().filter(fault -> !isCutShort(fault)).findFirst().orElse(faults.get(0));
    Throwable first = faults.stream().filter(Error.class::isInstance).findFirst().orElse(cause);
    faults.stream().filter(fault -> fault != first).forEach(first::addSuppressed);
    throw (E) first;
  }
}
