package dev.varve.jobs.store;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Local files on which one call goes wrong. Calls that change anything below a folder are counted;
 * the fault comes at the one of a given number.
 */
public final class FaultyStore extends LocalStore {
  /** Kind of fault that is injected at the chosen call. */
  public enum Fault {
    /** Nothing: the calls are counted. */
    NONE,
    /** The call fails; those after it do not. */
    FAILS,
    /** The call does what it is for, and then fails, as if its answer had been lost. */
    LOSES_ITS_ANSWER,
    /** The call is late. */
    DELAYS,
    /** Each call fails that deletes a folder. */
    DELETES_NO_FOLDER,
    /** The file that the call begins loses the second half of its bytes without a word. */
    TRUNCATES,
    /** The process and its host end before the call. */
    POWER_IS_LOST
  }

  private static final long DELAY_MILLIS = 20;

  /** The disk as it is left by the last one that was watched. */
  private static @Nullable FaultyDisk disk;

  private static final AtomicInteger CALLS = new AtomicInteger();
  private static final LocalStore SOUND = disk();

  private final Path folder;
  private final Fault fault;
  private final int at;
  private final boolean objects;

  private FaultyStore(Path folder, Fault fault, int at, boolean objects) {
    this.folder = folder;
    this.fault = fault;
    this.at = at;
    this.objects = objects;
  }

  /** Files that are like the objects of a store that renames nothing, faulty below a folder. */
  public static FaultyStore ofObjects(Path below, Fault what, int call) {
    CALLS.set(0);
    return new FaultyStore(below, what, call, true);
  }

  /** Number of calls so far. */
  public static int calls() {
    return CALLS.get();
  }

  @Override
  public boolean renamesAtomically(String location) {
    return !objects;
  }

  /** Makes local files faulty below a folder, from now on. */
  public static synchronized FaultyStore watch(Path below, Fault what, int call)
      throws IOException {
    disk = what == Fault.POWER_IS_LOST ? new FaultyDisk(below) : null;
    CALLS.set(0);
    FaultyStore store = new FaultyStore(below, what, call, false);
    takeForDisk(store);
    return store;
  }

  /** Makes them sound again; returns how many calls there were. */
  public static synchronized int sound() {
    takeForDisk(SOUND);
    return CALLS.get();
  }

  /** Writes what the loss of power has left into another folder. */
  public static void leave(FaultyDisk.Left left, Path target) throws IOException {
    if (disk == null) {
      throw new IllegalStateException("no power was lost");
    }
    disk.leave(left, target);
  }

  private interface Change<T> {
    T make() throws IOException;
  }

  /** Counts a call, lets it go wrong if it is the one. */
  private <T> T call(Path path, Change<T> change) throws IOException {
    if (!isWatched(path)) {
      return change.make();
    }
    int call = CALLS.incrementAndGet();
    if (fault == Fault.POWER_IS_LOST && call >= at) {
      throw new IOException("the power is lost");
    }
    if (fault == Fault.FAILS && call == at) {
      throw new IOException("call " + call + " was made to fail");
    }
    if (fault == Fault.DELAYS && call == at) {
      try {
        Thread.sleep(DELAY_MILLIS);
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
    T made = change.make();
    if (fault == Fault.LOSES_ITS_ANSWER && call == at) {
      throw new IOException("the answer to call " + call + " was lost");
    }
    return made;
  }

  private boolean isWatched(Path path) {
    return path.startsWith(folder);
  }

  private interface Note {
    void tell(FaultyDisk disk) throws IOException;
  }

  private void note(Note note) throws IOException {
    if (disk != null && fault == Fault.POWER_IS_LOST) {
      note.tell(disk);
    }
  }

  @Override
  public OutputStream create(String location, long blockBytes) throws IOException {
    Path path = path(location);
    OutputStream out = call(path, () -> super.create(location, blockBytes));
    if (!isWatched(path)) {
      return out;
    }
    note(
        disk -> {
          disk.deleted(path);
          disk.made(path, false);
        });
    boolean cut = fault == Fault.TRUNCATES && CALLS.get() == at;
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        super.close();
        if (cut) {
          try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
          }
        }
      }
    };
  }

  @Override
  public boolean createNew(String location, String text) throws IOException {
    Path path = path(location);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return objects && text(location).equals(text);
    }
    return call(path, () -> super.createNew(location, text));
  }

  @Override
  public void makeFolder(String folder) throws IOException {
    Path path = path(folder);
    if (!Files.isDirectory(path)) {
      call(
          path,
          () -> {
            super.makeFolder(folder);
            note(disk -> disk.made(path, true));
            return true;
          });
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    if (objects) {
      throw new UnsupportedOperationException("no object is renamed");
    }
    call(
        path(from),
        () -> {
          super.rename(from, to);
          note(disk -> disk.renamed(path(from), path(to)));
          return true;
        });
  }

  @Override
  public void delete(String file) throws IOException {
    delete(path(file), () -> super.delete(file));
  }

  @Override
  public void deleteBelow(String root, String location) throws IOException {
    if (fault == Fault.DELETES_NO_FOLDER && Files.exists(path(location))) {
      throw new IOException(location + " cannot be deleted");
    }
    delete(path(location), () -> super.deleteBelow(root, location));
  }

  private interface Deletion {
    void run() throws IOException;
  }

  private void delete(Path path, Deletion deletion) throws IOException {
    if (Files.exists(path)) {
      call(
          path,
          () -> {
            deletion.run();
            note(disk -> disk.deleted(path));
            return true;
          });
    }
  }

  @Override
  public void sync(String location) throws IOException {
    call(
        path(location),
        () -> {
          super.sync(location);
          note(disk -> disk.synced(path(location)));
          return true;
        });
  }
}
