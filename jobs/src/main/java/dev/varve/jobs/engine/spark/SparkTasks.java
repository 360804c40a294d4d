package dev.varve.jobs.engine.spark;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.hadoop.Stores;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.SerializableConfiguration;

/** Runs work items as one Spark job with one task per item, and reports progress in bytes. */
final class SparkTasks {
  /** Interval at which the byte counts of running tasks are read. */
  private static final long POLL_MILLIS = 200;

  private static final String POOL = "spark.scheduler.pool";

  private SparkTasks() {}

  /** The results, in the order of the items. */
  static <T, R> List<R> run(
      JavaSparkContext context,
      Broadcast<SerializableConfiguration> configuration,
      List<T> items,
      Task<T, R> task,
      Engine.Progress progress) {
    LongAccumulator done = context.sc().longAccumulator("read bytes");
    List<Integer> indexes = IntStream.range(0, items.size()).boxed().toList();
    Broadcast<List<T>> sentItems = context.broadcast(new ArrayList<>(items));
    Broadcast<Task<T, R>> sentTask = context.broadcast(task);
    try (ProgressPoller poller = new ProgressPoller(done, progress, () -> {})) {
      return context
          .parallelize(indexes, indexes.size())
          .map(
              index ->
                  sentTask
                      .value()
                      .run(sentItems.value().get(index), new ExecutorContext(configuration, done)))
          .collect();
    }
  }

  /** A result and the place of its item. */
  private record Ended<R>(int place, R result) implements Serializable {}

  /**
   * Runs a task on each item, until there are enough results. Results come with the tasks'
   * accumulators, so that those of ended tasks are here when the job fails or is cancelled; tasks
   * that run then have no result. The job is in a pool of the scheduler, so that jobs of other
   * threads do not wait until its last task has begun.
   */
  static <T, R> void run(
      JavaSparkContext context,
      Broadcast<SerializableConfiguration> configuration,
      List<T> items,
      Task<T, R> task,
      Engine.Progress progress,
      Parallel.Results<R> results) {
    LongAccumulator done = context.sc().longAccumulator("read bytes");
    CollectionAccumulator<Ended<R>> ended = context.sc().collectionAccumulator("ended tasks");
    List<Integer> places = IntStream.range(0, items.size()).boxed().toList();
    Broadcast<List<T>> all = context.broadcast(new ArrayList<>(items));
    Broadcast<Task<T, R>> sent = context.broadcast(task);
    String tag = UUID.randomUUID().toString();
    Runnable look =
        () -> {
          if (results.isEnough()) {
            context.sc().cancelJobsWithTag(tag);
          }
        };
    context.sc().addJobTag(tag);
    context.sc().setLocalProperty(POOL, "tasks");
    try (ProgressPoller poller = new ProgressPoller(done, progress, look)) {
      context
          .parallelize(places, places.size())
          .foreach(
              place ->
                  ended.add(
                      new Ended<>(
                          place,
                          sent.value()
                              .run(
                                  all.value().get(place),
                                  new ExecutorContext(configuration, done)))));
    } catch (Exception e) {
      if (!results.isEnough()) {
        throw e;
      }
    } finally {
      context.sc().setLocalProperty(POOL, null);
      context.sc().removeJobTag(tag);
      ended.value().forEach(one -> results.add(one.place(), one.result()));
    }
  }

  /** The store of the files that a task reaches. */
  static Store store(Broadcast<SerializableConfiguration> configuration) {
    return Stores.of(configuration.value().value());
  }

  /** The attempt number of the running task, unique within this Spark application. */
  static long attempt() {
    return TaskContext.get().taskAttemptId();
  }

  /** Resources that a task on an executor may use. */
  private record ExecutorContext(
      Broadcast<SerializableConfiguration> configuration, LongAccumulator bytes)
      implements Task.Context {
    @Override
    public Store store() {
      return SparkTasks.store(configuration);
    }

    @Override
    public long attempt() {
      return SparkTasks.attempt();
    }

    @Override
    public void done(long count) {
      bytes.add(count);
    }

    @Override
    public boolean isStopped() {
      return TaskContext.get().isInterrupted();
    }
  }

  /**
   * Passes the tasks' byte counts to the progress, at intervals while they run and once at the end.
   */
  private static final class ProgressPoller implements AutoCloseable {
    private final LongAccumulator done;
    private final Engine.Progress progress;
    private final Runnable look;
    private final Thread polling = new Thread(this::poll, "progress");
    private long reported;

    /**
     * @param look called at each interval
     */
    ProgressPoller(LongAccumulator done, Engine.Progress progress, Runnable look) {
      this.done = done;
      this.progress = progress;
      this.look = look;
      polling.setDaemon(true);
      polling.start();
    }

    private void poll() {
      try {
        while (true) {
          Thread.sleep(POLL_MILLIS);
          report();
          look.run();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private synchronized void report() {
      long now = done.value();
      progress.add(now - reported);
      reported = now;
    }

    @Override
    public void close() {
      polling.interrupt();
      report();
    }
  }
}
