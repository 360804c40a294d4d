package dev.varve.jobs.warehouse.file;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * Local files on which one call goes wrong. Calls that change anything below a folder are counted;
 * the fault comes at the one of a given number.
 */
public final class FaultyFileSystem extends PlainLocalFileSystem {
  /** What goes wrong at the call. */
  public enum Fault {
    /** Nothing: the calls are counted. */
    NONE,
    /** The call fails; those after it do not. */
    FAILS,
    /** The call is late. */
    DELAYS,
    /** The file that the call begins loses the second half of its bytes without a word. */
    TRUNCATES,
    /** The process and its host end before the call. */
    POWER_IS_LOST
  }

  private static final long DELAY_MILLIS = 20;

  private static java.nio.file.@Nullable Path folder;
  private static @Nullable FaultyDisk disk;
  private static Fault fault = Fault.NONE;
  private static int at;
  private static final AtomicInteger CALLS = new AtomicInteger();

  /** Makes local files of a configuration faulty below a folder, from now on. */
  public static synchronized void watch(
      Configuration configuration, java.nio.file.Path below, Fault what, int call)
      throws IOException {
    configuration.set("fs.file.impl", FaultyFileSystem.class.getName());
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    folder = below;
    disk = what == Fault.POWER_IS_LOST ? new FaultyDisk(below) : null;
    fault = what;
    at = call;
    CALLS.set(0);
  }

  /** Makes them sound again; returns how many calls there were. */
  public static synchronized int sound(Configuration configuration) {
    configuration.set("fs.file.impl", PlainLocalFileSystem.class.getName());
    configuration.setBoolean("fs.file.impl.disable.cache", false);
    folder = null;
    fault = Fault.NONE;
    return CALLS.get();
  }

  /** Writes what the loss of power has left into another folder. */
  public static void leave(FaultyDisk.Left left, java.nio.file.Path target) throws IOException {
    if (disk == null) {
      throw new IllegalStateException("no power was lost");
    }
    disk.leave(left, target);
  }

  private interface Change<T> {
    T make() throws IOException;
  }

  /** Counts a call, lets it go wrong if it is the one. */
  private static <T> T call(Path path, Change<T> change) throws IOException {
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
    return change.make();
  }

  private static boolean isWatched(Path path) {
    return folder != null && local(path).startsWith(folder);
  }

  private interface Note {
    void tell(FaultyDisk disk) throws IOException;
  }

  private static void note(Note note) throws IOException {
    if (disk != null && fault == Fault.POWER_IS_LOST) {
      note.tell(disk);
    }
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferBytes,
      short replication,
      long blockBytes,
      Progressable progress)
      throws IOException {
    FSDataOutputStream out =
        call(
            path,
            () ->
                super.create(
                    path, permission, overwrite, bufferBytes, replication, blockBytes, progress));
    if (!isWatched(path)) {
      return out;
    }
    note(
        disk -> {
          disk.deleted(local(path));
          disk.made(local(path), false);
        });
    boolean cut = fault == Fault.TRUNCATES && CALLS.get() == at;
    return new FSDataOutputStream(new Watched(out, path, cut), new FileSystem.Statistics("file"));
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    return mkdirs(path, FsPermission.getDirDefault());
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    if (exists(path)) {
      return true;
    }
    boolean done = call(path, () -> super.mkdirs(path, permission));
    note(disk -> disk.made(local(path), true));
    return done;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    // Into a folder that is there, Hadoop renames below it.
    Path target = exists(to) && getFileStatus(to).isDirectory() ? new Path(to, from.getName()) : to;
    boolean done = call(from, () -> super.rename(from, to));
    if (done) {
      note(disk -> disk.renamed(local(from), local(target)));
    }
    return done;
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    if (!exists(path)) {
      return false;
    }
    boolean done = call(path, () -> super.delete(path, recursive));
    note(disk -> disk.deleted(local(path)));
    return done;
  }

  @Override
  public void deleteBelow(Path root, Path path) throws IOException {
    if (exists(path)) {
      call(
          path,
          () -> {
            super.deleteBelow(root, path);
            note(disk -> disk.deleted(local(path)));
            return true;
          });
    }
  }

  @Override
  public void moveAtomically(Path from, Path to) throws IOException {
    call(
        from,
        () -> {
          super.moveAtomically(from, to);
          note(disk -> disk.renamed(local(from), local(to)));
          return true;
        });
  }

  @Override
  public boolean createNew(Path path) throws IOException {
    boolean done = call(path, () -> super.createNew(path));
    note(disk -> disk.made(local(path), false));
    return done;
  }

  @Override
  public void sync(Path path) throws IOException {
    call(
        path,
        () -> {
          super.sync(path);
          note(disk -> disk.synced(local(path)));
          return true;
        });
  }

  /** The bytes of a file on their way. */
  private static final class Watched extends FilterOutputStream implements Syncable {
    private final FSDataOutputStream file;
    private final Path path;
    private final boolean cut;

    Watched(FSDataOutputStream file, Path path, boolean cut) {
      super(file);
      this.file = file;
      this.path = path;
      this.cut = cut;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void hflush() throws IOException {
      file.hflush();
    }

    @Override
    public void hsync() throws IOException {
      call(
          path,
          () -> {
            file.hsync();
            note(disk -> disk.synced(local(path)));
            return true;
          });
    }

    @Override
    public void close() throws IOException {
      OutputStream below = out;
      below.close();
      if (cut) {
        try (var channel =
            java.nio.channels.FileChannel.open(
                local(path), java.nio.file.StandardOpenOption.WRITE)) {
          channel.truncate(channel.size() / 2);
        }
      }
    }
  }
}
