package dev.varve.jobs.warehouse.file;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A warehouse was to be written where nothing can be published atomically. */
public final class NoAtomicRenameException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Schemes of stores that rename by copying, object after object. */
  private static final Set<String> COPYING =
      Set.of("s3", "s3a", "s3n", "gs", "oss", "cosn", "obs", "tos", "swift", "wasb", "wasbs");

  /** Schemes of Azure, whose accounts rename atomically if they have a hierarchical namespace. */
  private static final Set<String> OF_ACCOUNTS = Set.of("abfs", "abfss");

  private NoAtomicRenameException(String place) {
    super(
        place
            + " is in an object store, which has no atomic renames: inputs are read from there,"
            + " but a warehouse is written to a local file system or to HDFS only");
  }

  /** Fails for a file system that copies where others rename. */
  public static void refuse(FileSystem system, Path place) throws IOException {
    refuse(system.getUri(), place);
    // Access lists are what its connector says it has where the namespace is hierarchical.
    if (isOf(OF_ACCOUNTS, system.getUri())
        && !system.hasPathCapability(place, CommonPathCapabilities.FS_ACLS)) {
      throw new NoAtomicRenameException(place.toString());
    }
  }

  /** Refuses a location by its text, before its file system is used. */
  public static void refuse(String location) throws IOException {
    refuse(Locations.path(location).toUri(), location);
  }

  private static void refuse(URI uri, Object place) throws NoAtomicRenameException {
    if (isCopying(uri)) {
      throw new NoAtomicRenameException(String.valueOf(place));
    }
  }

  /** Whether a store copies where others rename. */
  static boolean isCopying(URI uri) {
    return isOf(COPYING, uri);
  }

  private static boolean isOf(Set<String> schemes, URI uri) {
    return uri.getScheme() != null && schemes.contains(uri.getScheme().toLowerCase(Locale.ROOT));
  }
}
