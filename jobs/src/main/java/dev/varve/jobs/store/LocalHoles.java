package dev.varve.jobs.store;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import dev.varve.model.Holes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The holes of a local file as Linux reports them. File systems without support for holes report
 * the whole file as data. If the call fails, the whole file counts as data, too.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/lseek.2.html">lseek(2)</a>
 */
final class LocalHoles implements Holes {
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int SEEK_END = 2;
  private static final int SEEK_DATA = 3;
  private static final int SEEK_HOLE = 4;

  /** Error number of lseek: there is no data after the offset. */
  private static final int ENXIO = 6;

  private static final @Nullable Calls CALLS = load();

  private final Calls calls;
  private final int file;
  private boolean isClosed;

  private LocalHoles(Calls calls, int file) {
    this.calls = calls;
    this.file = file;
  }

  /** The calls of the C library. */
  interface Calls extends Library {
    /** Opens a file for reading. */
    int open(byte[] path, int flags) throws LastErrorException;

    /** Returns the offset of the next data or of the next hole: see lseek(2). */
    long lseek(int file, long offset, int whence) throws LastErrorException;

    int close(int file);
  }

  private static @Nullable Calls load() {
    try {
      return Platform.isLinux() && Platform.is64Bit() ? Native.load("c", Calls.class) : null;
    } catch (LinkageError e) {
      return null;
    }
  }

  /** The holes of a file. */
  static Holes of(Path path) {
    if (CALLS == null) {
      return UNKNOWN;
    }
    byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
    try {
      return new LocalHoles(CALLS, CALLS.open(Arrays.copyOf(name, name.length + 1), CLOSE_ON_EXEC));
    } catch (LastErrorException e) {
      return UNKNOWN;
    }
  }

  @Override
  public long dataFrom(long offset) {
    try {
      return calls.lseek(file, offset, SEEK_DATA);
    } catch (LastErrorException e) {
      return e.getErrorCode() == ENXIO ? Long.MAX_VALUE : offset;
    }
  }

  @Override
  public long holeFrom(long offset) {
    try {
      return calls.lseek(file, offset, SEEK_HOLE);
    } catch (LastErrorException e) {
      return Long.MAX_VALUE;
    }
  }

  @Override
  public long length() {
    try {
      return calls.lseek(file, 0, SEEK_END);
    } catch (LastErrorException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Closes the file, once only: after the first call its descriptor may belong to another file. */
  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      calls.close(file);
    }
  }
}
