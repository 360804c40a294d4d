package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;

/** A warehouse was to be written where nothing can be published atomically. */
public final class NoAtomicRenameException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Schemes of stores that rename by copying, object after object. Those of Azure with a
   * hierarchical namespace (abfs) rename atomically.
   */
  private static final Set<String> COPYING =
      Set.of("s3", "s3a", "s3n", "gs", "oss", "cosn", "obs", "tos", "swift", "wasb", "wasbs");

  private NoAtomicRenameException(String place) {
    super(
        place
            + " is in an object store, which has no atomic renames: inputs are read from there,"
            + " but a warehouse is written to a local file system or to HDFS only");
  }

  /** Fails for a file system that copies where others rename. */
  public static void refuse(FileSystem system, Object place) throws IOException {
    refuse(system.getUri(), place);
  }

  /** Refuses a location by its text, before its file system is used. */
  public static void refuse(String location) throws IOException {
    refuse(Locations.path(location).toUri(), location);
  }

  private static void refuse(URI uri, Object place) throws NoAtomicRenameException {
    if (uri.getScheme() != null && COPYING.contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
      throw new NoAtomicRenameException(String.valueOf(place));
    }
  }
}
