package dev.varve.jobs.table;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/** The place of a warehouse cannot be written. */
public final class ReadOnlyWarehouseException extends IOException {
  private static final long serialVersionUID = 1L;

  ReadOnlyWarehouseException(String place, @Nullable Throwable cause) {
    super(place + " cannot be written: it is read-only, or belongs to another account", cause);
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
    throw new ReadOnlyWarehouseException(String.valueOf(folder.getParent().getParent()), cause);
  }
}
