package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.warehouse.file.DurableFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/** The place of a warehouse cannot be written. */
public final class ReadOnlyWarehouseException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * A file cannot be made.
   *
   * @param file below .varve
   */
  ReadOnlyWarehouseException(Path file, @Nullable Throwable cause) {
    super(warehouse(file) + " cannot be written: " + reason(cause), cause);
  }

  private static String reason(@Nullable Throwable cause) {
    String reported = cause instanceof FileSystemException fault ? fault.getReason() : null;
    return reported == null ? "it is read-only, or belongs to another account" : reported;
  }

  private static Path warehouse(Path file) {
    return file.getParent().getParent().getParent();
  }

  /** Makes an empty file; false when it was there. */
  static boolean makeFile(DurableFiles files, Path file) throws IOException {
    try {
      return files.createNew(file);
    } catch (AccessControlException | FileSystemException e) {
      throw new ReadOnlyWarehouseException(file, e);
    }
  }

  /**
   * Makes a folder of a warehouse. Of a place that is read-only Hadoop would say later that the
   * folder does not exist.
   */
  static void makeFolder(FileSystem system, Path folder) throws IOException {
    @Nullable IOException cause = null;
    try {
      if (system.mkdirs(folder)) {
        return;
      }
    } catch (AccessControlException | FileSystemException e) {
      cause = e;
    }
    throw new ReadOnlyWarehouseException(new Path(folder, "1"), cause);
  }
}
