package dev.varve.jobs.serve.catalog;

import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.engine.AllowedSql;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.spark.CancelledJobs;
import dev.varve.jobs.engine.spark.ReadOnlyPlans;
import dev.varve.jobs.engine.spark.SparkRuntime;
import dev.varve.jobs.host.ThreadStop;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkStatusTracker;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The relations of a warehouse, as of its last publication. */
public final class Catalog {
  /** The only schema. */
  public static final String SCHEMA = QualifiedNames.SCHEMA;

  /** After this long, cancelled work that goes on is ended; and again, as it may catch that. */
  private static final long END_MILLIS = 2000;

  private static final int MOST_ENDS = 100;

  private static final int MOST_TRIES = 100;
  private static final long BETWEEN_MILLIS = 50;

  private final SparkRuntime engine;
  private final WarehouseFiles warehouse;
  private final ReadOnlyPlans guard;
  private final Prices prices;
  private final Map<String, Thread> working = new HashMap<>();
  private final ScheduledExecutorService ending =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "cancelled statements");
            thread.setDaemon(true);
            return thread;
          });

  private @Nullable Generation newest;

  /**
   * Opens the warehouse at a location.
   *
   * @param allowed what statements may do beyond reading it
   * @param prices that reports count money by
   * @throws NoInputException when nothing has ever been ingested into it
   */
  public Catalog(SparkRuntime engine, String location, AllowedSql allowed, Prices prices)
      throws IOException {
    this.engine = engine;
    this.warehouse =
        NoInputException.unlessThere(
            new WarehouseFiles(location, engine.session().sparkContext().hadoopConfiguration()),
            location);
    this.guard = new ReadOnlyPlans(allowed);
    this.prices = prices;
  }

  /** A sentence that names files in the folders of tables that are not read, if there are any. */
  public Optional<String> warning() throws IOException {
    return warehouse.warning();
  }

  /** A session that nobody else sees. */
  public CatalogSession open() {
    return new CatalogSession(this);
  }

  /** The columns of a relation; those of stored ones may be said not to be null. */
  public StructType schema(Relation relation) throws IOException {
    return now().schema(relation.name());
  }

  /** The relations as of now: listing the publications costs less than listing the tables. */
  synchronized Generation now() throws IOException {
    List<String> publications = warehouse.publications();
    Generation known = newest;
    if (known == null || !known.isOf(publications)) {
      SparkSession own = session();
      WarehouseFiles then = warehouse.now();
      known = new Generation(own, then, prices, publications);
      newest = known;
    }
    return known;
  }

  SparkSession session() {
    return engine.newSession();
  }

  ReadOnlyPlans guard() {
    return guard;
  }

  /**
   * Ends the work of a group, that to come included: its jobs, and what goes on of them a while
   * later.
   */
  public void cancel(String group) {
    engine.session().sparkContext().cancelJobGroupAndFutureJobs(group);
    later(() -> end(group, MOST_ENDS));
  }

  private void later(Runnable step) {
    try {
      var unused = ending.schedule(step, END_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      return; // closed: the program ends
    }
  }

  private void end(String group, int tries) {
    boolean left = CancelledJobs.endTasks(engine.session().sparkContext(), group);
    synchronized (working) {
      Thread thread = working.get(group);
      if (thread != null) {
        ThreadStop.stop(thread, new CancellationException("cancelled"));
        left = true;
      }
    }
    if (left && tries > 0) {
      later(() -> end(group, tries - 1));
    }
  }

  /** Waits a while for the tasks of jobs that were ended to end, too. */
  public void awaitIdle() throws InterruptedException {
    SparkStatusTracker tracker = engine.session().sparkContext().statusTracker();
    for (int tries = 0; tries < MOST_TRIES && isBusy(tracker); tries++) {
      TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
    }
  }

  private static boolean isBusy(SparkStatusTracker tracker) {
    return Stream.of(tracker.getExecutorInfos()).anyMatch(each -> each.numRunningTasks() > 0);
  }

  /** Jobs of this thread belong to a group from here on. */
  public void begin(String group) {
    synchronized (working) {
      working.put(group, Thread.currentThread());
    }
    engine.session().sparkContext().setJobGroup(group, group, false);
  }

  /** Jobs of this thread belong to no group any more. */
  public void end(String group) {
    synchronized (working) {
      working.remove(group);
    }
    engine.session().sparkContext().clearJobGroup();
  }
}
