package dev.varve.jobs.warehouse.file;

import dev.varve.jobs.store.Store;
import java.io.IOException;

/**
 * Thrown when a warehouse is to be written to a store that cannot rename atomically, so that
 * nothing could be published atomically.
 */
public final class NoAtomicRenameException extends IOException {
  private static final long serialVersionUID = 1L;

  private NoAtomicRenameException(String place) {
    super(
        place
            + " is in an object store, which has no atomic renames: inputs are read from there,"
            + " but a warehouse is written to a local file system or to HDFS only");
  }

  /** Fails for a store that implements renaming as copying, such as an object store. */
  public static void refuse(Store store, String location) throws IOException {
    if (!store.renamesAtomically(location)) {
      throw new NoAtomicRenameException(location);
    }
  }
}
