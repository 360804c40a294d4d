package dev.varve.jobs.catalog;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of a program, which follows the publications of its runs. It is opened when it is
 * first needed, and a fault of it is never one of the run: a later publication catches up. One that
 * was long in failing is left alone for a while, so that it takes a small part of a run's time.
 */
public final class CatalogFollower implements AutoCloseable {
  /**
   * Limit of one registration: a server whose answer never ends would hold the lock of the
   * warehouse.
   */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Pause after a fault, as a multiple of the time until it. */
  private static final int PAUSE = 10;

  private final CatalogSettings settings;
  private final Map<String, String> spark;
  private final Consumer<String> warn;
  private final Set<String> looked = new HashSet<>();
  private volatile @Nullable IcebergCatalog catalog;
  private long faultAt;
  private long pauseNanos;

  /**
   * A follower that does nothing where no catalog is set.
   *
   * @param spark settings of Spark, of which those of Hadoop are for files
   * @param warn receives a sentence where the catalog stays behind
   */
  public CatalogFollower(
      CatalogSettings settings, Map<String, String> spark, Consumer<String> warn) {
    this.settings = settings;
    this.spark = spark;
    this.warn = warn;
  }

  /**
   * Brings the tables of the catalog to the state of the warehouse. The caller has the warehouse's
   * lock.
   *
   * @throws IOException when the catalog, or the warehouse, cannot be read or written
   */
  public synchronized Registration register(WarehouseFiles warehouse) throws IOException {
    return register(warehouse, LIMIT);
  }

  Registration register(WarehouseFiles warehouse, Duration limit) throws IOException {
    FutureTask<Registration> task = new FutureTask<>(() -> opened().register(warehouse));
    Thread thread = new Thread(task, "catalog");
    thread.setDaemon(true);
    thread.start();
    try {
      Registration done = task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      new LastRegistration(warehouse, settings).keep(warehouse);
      return done;
    } catch (TimeoutException e) {
      if (catalog != null) {
        catalog.abandon();
        catalog = null;
      }
      String message = "catalog %s: not registered within %d s, and left alone";
      throw new IOException(message.formatted(settings.place(), limit.toSeconds()), e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException fault) {
        throw fault;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a catalog was written");
    }
  }

  private IcebergCatalog opened() throws IOException {
    IcebergCatalog opened = catalog;
    if (opened == null) {
      opened = IcebergCatalog.open(settings, spark);
      catalog = opened;
    }
    return opened;
  }

  /**
   * Refuses a verb that deletes files which readers of a catalog may need, unless the catalog
   * follows, or the settings say that nobody reads it.
   *
   * @throws InvalidSettingsException when the warehouse is in a catalog, and none is set
   */
  public void require(WarehouseFiles warehouse) throws IOException {
    if (!settings.isSet() && !settings.isNone()) {
      LastRegistration last = LastRegistration.of(warehouse).orElse(null);
      if (last != null) {
        throw new InvalidSettingsException(
            List.of(
                ("%s is registered in catalog %s, whose readers would miss deleted files: give the"
                        + " same catalog.* settings, or --set catalog.type=none if nobody reads it"
                        + " any more")
                    .formatted(warehouse.location(), last.catalog())));
      }
    }
  }

  /** Warns, once for a warehouse, of a catalog that has its tables and does not follow. */
  private void warnOfAnother(WarehouseFiles warehouse) {
    if (settings.isNone() || !looked.add(warehouse.location())) {
      return;
    }
    try {
      LastRegistration.of(warehouse)
          .filter(last -> !settings.isSet() || !last.catalog().equals(settings.described()))
          .ifPresent(
              last ->
                  warn.accept(
                      ("catalog %s has the tables of this warehouse, and is behind now: its readers"
                              + " may fail on files that were replaced; varve publish iceberg"
                              + " --warehouse %s with its catalog.* settings brings it up to date;"
                              + " --set catalog.type=none says that nobody reads it")
                          .formatted(last.catalog(), warehouse.location())));
    } catch (IOException e) {
      warn.accept(e + "; whether a catalog is behind now is not known");
    }
  }

  /** Follows a publication; a fault is a warning. */
  public synchronized void published(WarehouseFiles warehouse) {
    warnOfAnother(warehouse);
    long begin = System.nanoTime();
    if (!settings.isSet() || (pauseNanos > 0 && begin - faultAt < pauseNanos)) {
      return;
    }
    try {
      var unused = register(warehouse);
      pauseNanos = 0;
    } catch (IOException | RuntimeException | LinkageError e) {
      faultAt = System.nanoTime();
      pauseNanos = PAUSE * (faultAt - begin);
      warn.accept(
          ("%s; the rows are published in the warehouse, and %s is behind: a later publication"
                  + " catches up, or varve publish iceberg --warehouse %s")
              .formatted(e.getMessage(), settings.place(), warehouse.location()));
    }
  }

  /** The settings of the catalog. */
  public CatalogSettings settings() {
    return settings;
  }

  @Override
  public synchronized void close() {
    if (catalog != null) {
      try {
        catalog.close();
      } catch (IOException e) {
        return; // all is committed
      }
    }
  }
}
