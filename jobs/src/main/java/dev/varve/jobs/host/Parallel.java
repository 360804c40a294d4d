package dev.varve.jobs.host;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Runs steps that mostly wait, such as reads of files, in parallel on threads of this process. */
public final class Parallel {
  /** Memory that a stack may take; it takes what it needs. The default is 1 MiB. */
  private static final long STACK_BYTES = 64 << 20;

  /** Number of reads in parallel. */
  private static final int PARALLEL_READS = 16;

  /** Error class that Spark puts into the message of a job that was cancelled. */
  private static final String CANCELLED = "SPARK_JOB_CANCELLED";

  /** Interval at which {@link Results#isEnough} is looked at while steps run. */
  private static final long POLL_MILLIS = 50;

  /** Longest wait for running steps once no more results are wanted. */
  private static final long GRACE_SECONDS = 10;

  private Parallel() {}

  public interface Step<T, R> {
    /** The result of one item. */
    R apply(T item) throws IOException;
  }

  /**
   * Runs steps like {@link #all(int, List, Step, Runnable)}, without an action after the first
   * fault.
   */
  public static <T, R> List<R> all(int threads, List<T> items, Step<T, R> step) throws IOException {
    return all(threads, items, step, () -> {});
  }

  /**
   * Runs a step for each item, and returns the results in the order of the items. After a fault no
   * further step is started. Started steps are waited for, so that no thread works on afterwards.
   *
   * @param atFault run once, after the first fault, to end the steps that have started
   * @throws IOException the first fault in time, or the first {@link Error} if there is one. It may
   *     be of any class and is not wrapped; other faults are suppressed in it
   */
  public static <T, R> List<R> all(int threads, List<T> items, Step<T, R> step, Runnable atFault)
      throws IOException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(threads, items.size())), work -> thread(work, "parallel step"));
    List<Throwable> faults = new CopyOnWriteArrayList<>();
    AtomicBoolean failed = new AtomicBoolean();
    try {
      List<Callable<Optional<R>>> steps = new ArrayList<>();
      for (T item : items) {
        steps.add(
            () -> {
              if (failed.get()) {
                return Optional.empty();
              }
              try {
                return Optional.of(step.apply(item));
              } catch (Exception | Error e) {
                boolean isFirst = !failed.getAndSet(true);
                faults.add(e);
                if (isFirst) {
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
        throw Parallel.<IOException>firstFault(faults);
      }
      return results;
    } catch (ExecutionException e) {
      throw Parallel.<IOException>firstFault(List.of(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      faults.forEach(interrupted::addSuppressed);
      throw interrupted;
    } finally {
      end(pool);
    }
  }

  /** Receives the results of steps as they end, one at a time. */
  public interface Results<R> {
    /**
     * Takes a result.
     *
     * @param place of its item in the list
     */
    void add(int place, R result);

    /** Whether steps that have not begun are not wanted any more; several threads may ask. */
    boolean isEnough();
  }

  private record Ended<R>(int place, @Nullable R result, @Nullable Throwable fault) {}

  /**
   * Runs a step for each item until there are enough results or a step fails; then no further step
   * is started. Started steps are waited for: after a fault until they end, once there are enough
   * results for 10 s.
   *
   * @throws IOException the first fault, like {@link #all}; the results before it were received
   */
  public static <T, R> void each(int threads, List<T> all, Step<T, R> step, Results<R> results)
      throws IOException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(threads, all.size())),
            work -> {
              Thread thread = thread(work, "parallel step");
              thread.setDaemon(true);
              return thread;
            });
    BlockingQueue<Ended<R>> ended = new LinkedBlockingQueue<>();
    AtomicBoolean failed = new AtomicBoolean();
    for (int place = 0; place < all.size(); place++) {
      int at = place;
      pool.execute(
          () -> {
            boolean begins = !failed.get() && !results.isEnough();
            Ended<R> one = begins ? ended(at, all.get(at), step) : new Ended<>(at, null, null);
            if (one.fault() != null) {
              failed.set(true);
            }
            ended.add(one);
          });
    }
    List<Throwable> faults = new ArrayList<>();
    try {
      take(all.size(), ended, results, faults);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      faults.add(0, new InterruptedIOException("interrupted"));
    } finally {
      if (results.isEnough()) {
        pool.shutdownNow();
      } else {
        end(pool);
      }
    }
    if (!faults.isEmpty()) {
      throw Parallel.<IOException>firstFault(faults);
    }
  }

  private static <T, R> Ended<R> ended(int place, T item, Step<T, R> step) {
    try {
      return new Ended<>(place, step.apply(item), null);
    } catch (Exception | Error e) {
      return new Ended<>(place, null, e);
    }
  }

  private static <R> void take(
      int steps, BlockingQueue<Ended<R>> ended, Results<R> results, List<Throwable> faults)
      throws InterruptedException {
    int left = steps;
    long polls = 0;
    while (left > 0 && polls < TimeUnit.SECONDS.toMillis(GRACE_SECONDS) / POLL_MILLIS) {
      Ended<R> one = ended.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (one == null) {
        polls += results.isEnough() ? 1 : 0;
        continue;
      }
      left--;
      R result = one.result();
      if (result != null) {
        results.add(one.place(), result);
      }
      Throwable fault = one.fault();
      if (fault != null) {
        faults.add(fault);
      }
    }
  }

  /**
   * Runs a read for each item, 16 in parallel, and returns the results in the order of the items.
   */
  public static <T, R> List<R> reads(List<T> items, Step<T, R> read) throws IOException {
    return all(PARALLEL_READS, items, read);
  }

  /** Task without a result. */
  public interface IoRunnable {
    /** Runs the task. */
    void run() throws IOException;
  }

  /**
   * Runs one task on this thread, and another in parallel. If one fails, the other still runs to
   * its end.
   *
   * @throws IOException the fault of the first task, or else that of the other. It may be of any
   *     class and is not wrapped; a second fault is suppressed in it
   */
  public static void both(IoRunnable first, IoRunnable alongside) throws IOException {
    ExecutorService pool =
        Executors.newSingleThreadExecutor(work -> thread(work, "background step"));
    try {
      Future<Boolean> done =
          pool.submit(
              () -> {
                alongside.run();
                return true;
              });
      List<Throwable> faults = new ArrayList<>();
      try {
        first.run();
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
        throw Parallel.<IOException>firstFault(faults);
      }
    } finally {
      end(pool);
    }
  }

  /** A thread, not started, with a stack on which Spark can plan queries of many views. */
  public static Thread thread(Runnable work, String name) {
    return new Thread(null, work, name, STACK_BYTES);
  }

  /**
   * Interrupts the threads of a pool, and waits until all have ended, even if this thread is
   * interrupted.
   */
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

  /** Whether a fault only says that a job was cancelled, because another step had failed. */
  private static boolean isCancelled(Throwable fault) {
    return String.valueOf(fault.getMessage()).contains(CANCELLED);
  }

  /**
   * Picks the fault to throw, and suppresses the others in it. The type parameter lets checked
   * exceptions pass undeclared, as Spark throws some that it does not declare.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E firstFault(List<Throwable> faults) throws E {
    Throwable cause =
        faults.stream().filter(fault -> !isCancelled(fault)).findFirst().orElse(faults.get(0));
    Throwable first = faults.stream().filter(Error.class::isInstance).findFirst().orElse(cause);
    faults.stream().filter(fault -> fault != first).forEach(first::addSuppressed);
    throw (E) first;
  }

  /** A fault in its own class; engines throw checked exceptions that they do not declare. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <E extends Throwable> E asItWas(Throwable fault) throws E {
    throw (E) fault;
  }
}
