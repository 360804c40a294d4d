package dev.varve.jobs.ingest;

import dev.varve.jobs.engine.Task;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.StoppedRunException;
import dev.varve.jobs.host.BackgroundStep;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.host.StopSignals;
import dev.varve.jobs.warehouse.table.NewFiles;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads what an ingest has planned in waves, which are published one after another. While a wave is
 * published, the next one is read; it then waits for that publication to end. When a signal or a
 * fault ends a wave early, what its tasks had read until then is published, too.
 *
 * @param <P> a planned part of the input
 * @param <T> what a task reads
 * @param <R> what a task has written
 */
public final class Waves<P, T, R> {
  private final Run run;
  private final IngestSettings settings;
  private final ToLongFunction<P> bytesOf;
  private final Wave<P, T, R> wave;
  private final AtomicLong done = new AtomicLong();

  /** The reading of one kind of input in waves. */
  public interface Wave<P, T, R> {
    /** The items of the tasks that read these parts, in the order in which they start. */
    List<T> items(List<P> parts);

    /**
     * The task that reads an item.
     *
     * @param files locations of its files
     */
    Task<T, R> task(NewFiles files);

    /**
     * Adds what was read to the publication, and counts it in the run.
     *
     * @param ended tasks that have ended, in the order of the items. If the run ends early, some
     *     are missing, and some have read a part of their items.
     * @return what is added
     */
    Kept add(List<P> parts, List<Ended<T, R>> ended, Publication publication) throws IOException;
  }

  /** A task that has ended. */
  public record Ended<T, R>(T item, R result) {}

  /**
   * Waves of a run.
   *
   * @param bytesOf bytes of a planned part
   */
  public Waves(Run run, IngestSettings settings, ToLongFunction<P> bytesOf, Wave<P, T, R> wave) {
    this.run = run;
    this.settings = settings;
    this.bytesOf = bytesOf;
    this.wave = wave;
  }

  /**
   * Reads and publishes a plan.
   *
   * @param title of the phase
   * @param planned all that is planned
   * @throws StoppedRunException when a signal has ended it
   */
  public void read(String title, List<P> plan, Kept planned) throws IOException {
    // SIGKILL loses the wave that is read and the one that is published: half of an interval each.
    int processors = run.engine().parallelism();
    Pace pace =
        new Pace(
            settings.publishBytes(processors) / 2,
            Duration.ofMinutes(settings.publishMinutes()).dividedBy(2),
            processors);
    long bytes = plan.stream().mapToLong(bytesOf).sum();
    Progress progress = new Progress(planned);
    try (StopSignals.Stop stop = StopSignals.begin()) {
      try (Reporter.Phase phase = run.phase(title, bytes, done::get);
          BackgroundStep publishing = new BackgroundStep("publish")) {
        for (int from = 0; from < plan.size() && !stop.isRequested(); ) {
          List<P> parts = pace.next(plan.subList(from, plan.size()), bytesOf);
          from += parts.size();
          long began = System.nanoTime();
          read(parts, progress, stop, publishing);
          pace.adapt(
              parts.stream().mapToLong(bytesOf).sum(), Duration.ofNanos(System.nanoTime() - began));
        }
        publishing.await();
      }
      if (stop.isRequested()) {
        // A signal may have arrived after the last wave was published with the row of the run.
        run.count("interrupted", 1);
        run.publish(run.newWave());
        run.endsEarly(progress.kept(), progress.left, Reporter.Ending.SIGNAL);
        throw new StoppedRunException(stop.exitCode());
      }
    }
  }

  /** Counts what is published, by one thread at a time. */
  private final class Progress {
    private final Kept planned;
    private Kept left;

    Progress(Kept planned) {
      this.planned = planned;
      this.left = planned;
      run.mayEnd(kept(), left);
    }

    Kept kept() {
      return planned.minus(left);
    }

    void add(Kept kept) {
      left = left.minus(kept);
      run.mayEnd(kept(), left);
    }
  }

  /** Reads a wave while the one before is published, and begins to publish it after that. */
  private void read(
      List<P> parts, Progress progress, StopSignals.Stop stop, BackgroundStep publishing)
      throws IOException {
    Publication publication = run.newWave();
    List<T> items = wave.items(parts);
    Map<Integer, R> results = new TreeMap<>();
    Parallel.Results<R> taker =
        new Parallel.Results<>() {
          @Override
          public void add(int place, R result) {
            results.put(place, result);
          }

          @Override
          public boolean isEnough() {
            return stop.isRequested() || publishing.isFailed();
          }
        };
    @Nullable Throwable fault = null;
    try {
      run.engine().tasks(items, wave.task(publication.files()), done::addAndGet, taker);
    } catch (Exception | Error e) {
      fault = e;
    }
    List<Ended<T, R>> ended = new ArrayList<>();
    results.forEach((place, result) -> ended.add(new Ended<>(items.get(place), result)));
    try {
      publishing.await();
    } catch (Exception | Error e) {
      if (fault != null) {
        e.addSuppressed(fault);
      }
      throw e;
    }
    if (fault != null) {
      progress.add(keep(parts, ended, publication, fault));
      run.endsEarly(progress.kept(), progress.left, Reporter.Ending.FAULT);
      throw Parallel.<IOException>asItWas(fault);
    }
    publishing.begin(
        () -> {
          Kept kept = wave.add(parts, ended, publication);
          run.publish(publication);
          progress.add(kept);
        });
  }

  /** Publishes what the tasks had read before a fault, unless that fails, too. */
  private Kept keep(
      List<P> parts, List<Ended<T, R>> ended, Publication publication, Throwable fault) {
    Kept none = new Kept("", 0, 0);
    try {
      run.count("failed", 1);
      Kept kept = wave.add(parts, ended, publication);
      if (kept.number() > 0) {
        run.publish(publication);
      }
      return kept;
    } catch (Exception | Error e) {
      fault.addSuppressed(e);
      return none;
    }
  }
}
