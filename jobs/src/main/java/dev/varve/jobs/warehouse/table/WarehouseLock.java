package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.host.HostProcess;
import dev.varve.jobs.warehouse.file.DurableFiles;
import dev.varve.jobs.warehouse.file.NoAtomicRenameException;
import dev.varve.jobs.warehouse.file.WholeFile;
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
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * One writer at a time. Locks are numbered files; whoever created the highest one has locked the
 * warehouse. A number is taken by creating its file, which file systems grant to one alone. The
 * lock is free again when its owner has written that into the file, or is dead. The highest file is
 * never deleted, so that no one who read an old listing can win.
 */
final class WarehouseLock implements AutoCloseable {
  private static final String PREFIX = "lock-";
  private static final String RELEASED = "released";
  private static final long POLL_MILLIS = 500;

  private final FileSystem system;
  private final DurableFiles files;
  private final Path folder;
  private final long number;
  private final ScheduledExecutorService beat =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "warehouse-lock");
            thread.setDaemon(true);
            return thread;
          });

  private WarehouseLock(FileSystem system, Path folder, long number, int staleSeconds)
      throws IOException {
    this.system = system;
    this.files = new DurableFiles(system);
    this.folder = folder;
    this.number = number;
    long beatMillis = Math.max(200, staleSeconds * 1000L / 6);
    var unused =
        beat.scheduleWithFixedDelay(this::touch, beatMillis, beatMillis, TimeUnit.MILLISECONDS);
  }

  /**
   * Waits for the lock.
   *
   * @param onWait called once with the owner, when the lock is not free
   * @throws WarehouseBusyException when the lock could not be acquired in time
   */
  static WarehouseLock acquire(
      FileSystem system, Path folder, int waitSeconds, int staleSeconds, Consumer<String> onWait)
      throws IOException {
    NoAtomicRenameException.refuse(system, folder.getParent().getParent());
    ReadOnlyWarehouseException.makeFolder(system, folder);
    DurableFiles files = new DurableFiles(system);
    Instant end = Instant.now().plusSeconds(waitSeconds);
    boolean notified = false;
    while (true) {
      long highest = highest(system, folder);
      Optional<String> owner =
          highest == 0 ? Optional.empty() : owner(system, folder, highest, staleSeconds);
      if (owner.isEmpty()
          && ReadOnlyWarehouseException.makeFile(files, path(folder, highest + 1))) {
        if (highest(system, folder) == highest + 1) {
          write(system, files, path(folder, highest + 1));
          forgetBelow(system, folder, highest + 1);
          return new WarehouseLock(system, folder, highest + 1, staleSeconds);
        }
        system.delete(path(folder, highest + 1), false);
      } else if (owner.isPresent()) {
        if (!notified) {
          onWait.accept(owner.get());
          notified = true;
        }
        if (Instant.now().isAfter(end)) {
          throw new WarehouseBusyException(owner.get());
        }
        sleep();
      }
    }
  }

  /** Says in the lock's file who owns it; where that fails, on a full disk, nobody does. */
  private static void write(FileSystem system, DurableFiles files, Path lock) throws IOException {
    try {
      files.write(lock, HostProcess.self().text());
    } catch (IOException | FSError e) {
      try {
        system.delete(lock, false);
      } catch (IOException | FSError second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** The number of the lock, larger than that of every earlier lock. */
  long number() {
    return number;
  }

  Path file() {
    return path(folder, number);
  }

  /**
   * Fails when another run has taken over the lock, which may happen when this process was
   * suspended for long.
   */
  void confirm() throws IOException {
    if (highest(system, folder) != number) {
      throw new IOException(
          "another run has taken over the warehouse while this one was suspended");
    }
  }

  @Override
  public void close() throws IOException {
    beat.shutdownNow();
    if (highest(system, folder) == number) {
      try {
        files.write(path(folder, number), RELEASED);
      } catch (IOException e) {
        // Who waits may take over, and delete the file, as soon as its bytes are there.
        if (highest(system, folder) == number) {
          throw e;
        }
      }
    }
  }

  private void touch() {
    try {
      system.setTimes(path(folder, number), System.currentTimeMillis(), -1);
    } catch (IOException | FSError e) {
      // The next heartbeat tries again; a lock without heartbeats for long is taken over.
    }
  }

  /** The owner of a lock, or nobody. */
  private static Optional<String> owner(
      FileSystem system, Path folder, long number, int staleSeconds) throws IOException {
    Path path = path(folder, number);
    try {
      String text = WholeFile.text(system, path);
      if (text.equals(RELEASED)) {
        return Optional.empty();
      }
      Optional<HostProcess> process = HostProcess.of(text);
      if (process.isPresent() && process.get().isHere()) {
        if (process.get().isAlive()) {
          return Optional.of("process " + process.get().pid() + " on this host");
        }
        if (process.get().isGone()) {
          return Optional.empty();
        }
      }
      // A process of that number which seems to have begun at another time is another one, or the
      // clock was set meanwhile: its heartbeat decides.
      long age = System.currentTimeMillis() - system.getFileStatus(path).getModificationTime();
      return age > staleSeconds * 1000L
          ? Optional.empty()
          : Optional.of(
              process.map(it -> "process " + it.pid() + " on " + it.host()).orElse("another run"));
    } catch (FileNotFoundException e) {
      return Optional.of("another run");
    }
  }

  private static long highest(FileSystem system, Path folder) throws IOException {
    long highest = 0;
    for (FileStatus status : system.listStatus(folder)) {
      if (status.getPath().getName().startsWith(PREFIX)) {
        highest = Math.max(highest, numberOf(status.getPath()));
      }
    }
    return highest;
  }

  private static void forgetBelow(FileSystem system, Path folder, long number) throws IOException {
    for (FileStatus status : system.listStatus(folder)) {
      Path path = status.getPath();
      if (path.getName().startsWith(PREFIX) && numberOf(path) < number) {
        system.delete(path, false);
      }
    }
  }

  private static Path path(Path folder, long number) {
    return new Path(folder, PREFIX + number);
  }

  private static long numberOf(Path path) {
    return Long.parseLong(path.getName().substring(PREFIX.length()));
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
