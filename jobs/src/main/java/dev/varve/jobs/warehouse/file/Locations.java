package dev.varve.jobs.warehouse.file;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Locations as people write them. */
public final class Locations {
  private Locations() {}

  /** The full URI of a location; a relative path is resolved against the working folder. */
  public static Path of(String place, Configuration configuration) throws IOException {
    Path path = path(place);
    return path.getFileSystem(configuration).makeQualified(path);
  }

  /** The location of an input as a store takes it: of a file its full URI, of a registry itself. */
  public static String input(String place, Configuration configuration) throws IOException {
    return place.startsWith("docker://") ? place : of(place, configuration).toString();
  }

  /** Whether a location is a folder of this machine: it has no scheme, or that of files. */
  public static boolean isLocal(String place) {
    return !place.matches("(?!file:)\\w{2,}:.*");
  }

  /** Whether a path is a folder of this machine, or below it, by links too. */
  public static boolean isWithin(java.nio.file.Path path, String folder) {
    if (!isLocal(folder)) {
      return false;
    }
    java.nio.file.Path root = local(folder).toAbsolutePath().normalize();
    for (java.nio.file.@Nullable Path at = path.toAbsolutePath().normalize();
        at != null;
        at = at.getParent()) {
      try {
        if (at.equals(root)
            || (Files.exists(at) && Files.exists(root) && Files.isSameFile(at, root))) {
          return true;
        }
      } catch (IOException e) {
        return false; // who cannot look there cannot write there either
      }
    }
    return false;
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
