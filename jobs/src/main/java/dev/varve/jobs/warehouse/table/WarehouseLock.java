package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.host.HostProcess;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The lock that admits one writer to a warehouse at a time. Lock files are numbered, and the
 * process that created the highest one holds the lock. A process takes the next number by creating
 * its file, which file systems grant to one process only. The lock is free again when its owner has
 * written so into the file, or is dead. The highest file is never deleted, so that a process with
 * an outdated listing cannot take a number again.
 */
final class WarehouseLock implements AutoCloseable {
  private static final String PREFIX = "lock-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "\\d{1,18}");
  private static final String RELEASED = "released";
  private static final String ANOTHER = "another run";
  private static final long POLL_MILLIS = 500;
  private static final long MIN_HEARTBEAT_MILLIS = 200;

  /** Heartbeats within the time after which a lock without one is stale. */
  private static final int HEARTBEATS = 6;

  private final Store store;
  private final String folder;
  private final long number;
  private final ScheduledExecutorService heartbeat =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "warehouse-lock");
            thread.setDaemon(true);
            return thread;
          });

  private WarehouseLock(Store store, String folder, long number, int staleSeconds) {
    this.store = store;
    this.folder = folder;
    this.number = number;
    long heartbeatMillis = Math.max(MIN_HEARTBEAT_MILLIS, staleSeconds * 1000L / HEARTBEATS);
    var unused =
        heartbeat.scheduleWithFixedDelay(
            this::touch, heartbeatMillis, heartbeatMillis, TimeUnit.MILLISECONDS);
  }

  /**
   * Waits for the lock.
   *
   * @param floor the lock's number is larger; so names of journals that begin with it sort after
   *     those that are there
   * @param waitSeconds longest time to wait
   * @param staleSeconds time without a heartbeat after which an owner counts as dead
   * @param onWait called once with the owner, if the lock is not free
   * @throws WarehouseBusyException when the lock could not be acquired in time
   */
  static WarehouseLock acquire(
      Store store,
      String folder,
      long floor,
      int waitSeconds,
      int staleSeconds,
      Consumer<String> onWait)
      throws IOException {
    ReadOnlyWarehouseException.unlessWritable(
        path(folder, 1),
        () -> {
          store.makeFolder(folder);
          return true;
        });
    Instant end = Instant.now().plusSeconds(waitSeconds);
    boolean notified = false;
    while (true) {
      long highest = highest(store, folder);
      Optional<String> owner =
          highest == 0 ? Optional.empty() : liveOwner(store, folder, highest, staleSeconds);
      long number = Math.max(highest, floor) + 1;
      String next = path(folder, number);
      if (owner.isEmpty()
          && ReadOnlyWarehouseException.unlessWritable(
              next, () -> store.createNew(next, HostProcess.self().text()))) {
        WarehouseLock lock = new WarehouseLock(store, folder, number, staleSeconds);
        if (lock.isTaken()) {
          return lock;
        }
      }
      // A list of locks may be older than the folder, so that it has no owner and lacks a number.
      String other = owner.orElse(ANOTHER);
      if (!notified) {
        onWait.accept(other);
        notified = true;
      }
      if (Instant.now().isAfter(end)) {
        throw new WarehouseBusyException(other);
      }
      sleep();
    }
  }

  /** Gives the lock up unless it is the highest; else deletes all others. */
  private boolean isTaken() throws IOException {
    try {
      if (highest(store, folder) == number) {
        deleteBelow(store, folder, number);
        return true;
      }
      heartbeat.shutdownNow();
      ReadOnlyWarehouseException.delete(store, file());
      return false;
    } catch (IOException | RuntimeException e) {
      close(e);
      throw e;
    }
  }

  /** Releases the lock after a fault, to which one of the release is added. */
  void close(Exception fault) {
    heartbeat.shutdownNow();
    try {
      store.write(file(), RELEASED);
    } catch (IOException | RuntimeException e) {
      fault.addSuppressed(e);
    }
  }

  /** The lock's number, which is larger than that of every earlier lock. */
  long number() {
    return number;
  }

  String file() {
    return path(folder, number);
  }

  /**
   * Fails if another run has taken over the lock, as happens when this process was suspended for
   * longer than the stale time.
   */
  void confirm() throws IOException {
    if (highest(store, folder) != number) {
      throw takenOver();
    }
  }

  /** The fault of a run that was suspended for longer than the stale time. */
  static IOException takenOver() {
    return new IOException("another run has taken over the warehouse while this one was suspended");
  }

  @Override
  public void close() throws IOException {
    heartbeat.shutdownNow();
    if (highest(store, folder) == number) {
      try {
        store.write(path(folder, number), RELEASED);
      } catch (IOException e) {
        // A waiting run may take over, and delete this file, as soon as the text is there.
        // Then the fault does not matter.
        if (highest(store, folder) == number) {
          throw e;
        }
      }
    }
  }

  private void touch() {
    try {
      store.touch(path(folder, number));
    } catch (IOException e) {
      // The next heartbeat tries again; a lock without heartbeats for long is taken over.
    }
  }

  /** The live owner of a lock, in words for people; empty if the lock is free. */
  private static Optional<String> liveOwner(
      Store store, String folder, long number, int staleSeconds) throws IOException {
    String path = path(folder, number);
    try {
      String text = store.text(path);
      if (text.equals(RELEASED)) {
        return Optional.empty();
      }
      Optional<HostProcess> process = HostProcess.of(text);
      if (process.isPresent() && process.get().isOnThisHost()) {
        if (process.get().isAlive()) {
          return Optional.of("process " + process.get().pid() + " on this host");
        }
        if (process.get().isGone()) {
          return Optional.empty();
        }
      }
      // A process with this pid but another start time is a different process, or the clock was
      // changed meanwhile. So the age of the last heartbeat decides.
      long age = System.currentTimeMillis() - store.changedAtMillis(path);
      return age > staleSeconds * 1000L
          ? Optional.empty()
          : Optional.of(
              process.map(it -> "process " + it.pid() + " on " + it.host()).orElse(ANOTHER));
    } catch (FileNotFoundException e) {
      return Optional.of(ANOTHER);
    }
  }

  private static long highest(Store store, String folder) throws IOException {
    long highest = 0;
    for (Item file : store.entries(folder)) {
      if (isLock(file.name())) {
        highest = Math.max(highest, numberOf(file.location()));
      }
    }
    return highest;
  }

  private static void deleteBelow(Store store, String folder, long number) throws IOException {
    for (Item file : store.entries(folder)) {
      String path = file.location();
      if (isLock(file.name()) && numberOf(path) < number) {
        ReadOnlyWarehouseException.delete(store, path);
      }
    }
  }

  private static String path(String folder, long number) {
    return Locations.in(folder, PREFIX + number);
  }

  /** Whether a name is that of a lock, and not of a copy that some other program made. */
  private static boolean isLock(String name) {
    return NAME.matcher(name).matches();
  }

  private static long numberOf(String path) {
    return Long.parseLong(Locations.name(path).substring(PREFIX.length()));
  }

  private static void sleep() {
    try {
      Thread.sleep(Duration.ofMillis(POLL_MILLIS).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(
          new IOException("interrupted while waiting for the warehouse"));
    }
  }
}
