package dev.varve.jobs.file;

import java.util.Collection;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** How files are reached where Spark does not run. */
public final class HadoopSettings {
  /** Prefix of Spark's settings that are Hadoop's. */
  private static final String PREFIX = "spark.hadoop.";

  private HadoopSettings() {}

  /**
   * The configuration for these locations. The defaults of Hadoop are read only where one of them
   * is on another file system: that takes longer than a report.
   *
   * @param spark settings of Spark by their full names
   */
  public static Configuration of(Map<String, String> spark, Collection<String> locations) {
    Configuration hadoop = new Configuration(!locations.stream().allMatch(Locations::isLocal));
    hadoop.set("fs.file.impl", PlainLocalFileSystem.class.getName());
    spark.forEach(
        (key, value) -> {
          if (key.startsWith(PREFIX)) {
            hadoop.set(key.substring(PREFIX.length()), value);
          }
        });
    return hadoop;
  }
}
