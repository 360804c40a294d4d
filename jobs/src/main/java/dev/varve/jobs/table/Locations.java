package dev.varve.jobs.table;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Locations as people write them. */
public final class Locations {
  private Locations() {}

  /** The full URI of a location; a relative path is resolved against the working folder. */
  public static Path of(String place, Configuration configuration) throws IOException {
    Path path;
    try {
      path = new Path(place);
    } catch (IllegalArgumentException e) {
      // Hadoop takes text before a colon as a scheme, but app:1.tar is a file name.
      path = new Path(new File(place).getAbsoluteFile().toURI());
    }
    return path.getFileSystem(configuration).makeQualified(path);
  }
}
