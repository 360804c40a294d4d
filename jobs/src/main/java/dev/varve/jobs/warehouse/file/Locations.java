package dev.varve.jobs.warehouse.file;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Locations as people write them. */
public final class Locations {
  private Locations() {}

  /** The full URI of a location; a relative path is resolved against the working folder. */
  public static Path of(String place, Configuration configuration) throws IOException {
    Path path = path(place);
    return path.getFileSystem(configuration).makeQualified(path);
  }

  /** Whether a location is a folder of this machine: it has no scheme, or that of files. */
  public static boolean isLocal(String place) {
    return !place.matches("(?!file:)\\w{2,}:.*");
  }

  /**
   * The local file of a URI as Hadoop writes it, without escapes: a blank stays a blank, and a
   * percent sign is itself.
   */
  public static java.nio.file.Path local(String uri) {
    return java.nio.file.Path.of(new Path(uri).toUri().getPath());
  }

  /** A location as Hadoop writes it. */
  public static Path path(String place) {
    try {
      return new Path(place);
    } catch (IllegalArgumentException e) {
      // Hadoop takes text before a colon as a scheme, but app:1.tar is a file name.
      return new Path(new File(place).getAbsoluteFile().toURI());
    }
  }
}
