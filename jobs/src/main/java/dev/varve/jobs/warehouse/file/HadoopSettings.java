package dev.varve.jobs.warehouse.file;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Settings by which files are reached where Spark does not run. */
public final class HadoopSettings {
  /** Prefix of Spark's settings that are Hadoop's. */
  private static final String PREFIX = "spark.hadoop.";

  /** A key that Hadoop's defaults always have. */
  private static final String OF_DEFAULTS = "io.file.buffer.size";

  private HadoopSettings() {}

  /**
   * The configuration for these locations. The defaults of Hadoop are read only where one of them
   * is on another file system: that takes longer than a report.
   *
   * @param spark settings of Spark by their full names; those of spark-submit come before them
   */
  public static Configuration of(Map<String, String> spark, Collection<String> locations) {
    Configuration hadoop = new Configuration(!locations.stream().allMatch(Locations::isLocal));
    hadoop.set("fs.file.impl", PlainLocalFileSystem.class.getName());
    set(hadoop, spark);
    Map<String, String> submitted = new HashMap<>();
    System.getProperties()
        .stringPropertyNames()
        .forEach(name -> submitted.put(name, System.getProperty(name, "")));
    set(hadoop, submitted);
    return hadoop;
  }

  private static void set(Configuration hadoop, Map<String, String> spark) {
    spark.forEach(
        (key, value) -> {
          if (key.startsWith(PREFIX)) {
            hadoop.set(key.substring(PREFIX.length()), value);
          }
        });
  }

  /** A configuration, or a copy with the defaults of Hadoop where these locations need them. */
  public static Configuration reaching(Configuration hadoop, Collection<String> locations) {
    if (hadoop.get(OF_DEFAULTS) != null || locations.stream().allMatch(Locations::isLocal)) {
      return hadoop;
    }
    Configuration whole = new Configuration();
    hadoop.forEach(entry -> whole.set(entry.getKey(), entry.getValue()));
    return whole;
  }
}
