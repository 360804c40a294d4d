package dev.varve.jobs.warehouse.file;

import java.net.URI;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files under a scheme of their own, so that they count as those of another machine. */
public class FarFileSystem extends RawLocalFileSystem {
  /** The setting that makes the scheme known. */
  public static final String SETTING = "spark.hadoop.fs.far.impl=" + FarFileSystem.class.getName();

  /** Where a local folder is in it. */
  public static String location(java.nio.file.Path folder) {
    return "far://" + folder.toAbsolutePath();
  }

  @Override
  public URI getUri() {
    return URI.create("far:///");
  }

  @Override
  public String getScheme() {
    return "far";
  }
}
