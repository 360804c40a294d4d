package dev.varve.jobs.table;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Places as people name them. */
public final class Locations {
  private Locations() {}

  /** The whole URI of a place; a relative one is of the working folder. */
  public static Path of(String place, Configuration configuration) throws IOException {
    Path path;
    try {
      path = new Path(place);
    } catch (IllegalArgumentException e) {
      // Hadoop takes what stands before a colon for a scheme: app:1.tar is the name of a file.
      path = new Path(new File(place).getAbsoluteFile().toURI());
    }
    return path.getFileSystem(configuration).makeQualified(path);
  }
}
