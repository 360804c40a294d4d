package dev.varve.jobs.store.hadoop;

import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.SchemeStore;
import dev.varve.jobs.store.Store;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/** Opens the store for files of this machine and of all file systems that Hadoop supports. */
public final class Stores {
  /** Prefix of Spark settings that are passed on to Hadoop. */
  private static final String PREFIX = "spark.hadoop.";

  private Stores() {}

  /**
   * The store of files of this machine and, through Hadoop, of other file systems. Hadoop's
   * defaults are loaded only when another file system is first used, because loading takes longer
   * than a whole report.
   *
   * @param spark settings of Spark by their full names; settings of spark-submit take precedence
   */
  public static Store of(Map<String, String> spark) {
    Map<String, String> hadoop = hadoop(spark);
    return of(
        new LazyStore(() -> new HadoopStore(configuration(hadoop), true)),
        hadoop.getOrDefault(FileSystem.FS_DEFAULT_NAME_KEY, FileSystem.DEFAULT_FS));
  }

  /**
   * Hadoop's configuration, for a library that writes files by it. Such libraries take it as an
   * object of any class.
   *
   * @param spark settings of Spark by their full names; settings of spark-submit take precedence
   */
  public static Object hadoopConfiguration(Map<String, String> spark) {
    Map<String, String> hadoop = hadoop(spark);
    hadoop.putIfAbsent("fs.file.impl", PlainLocalFileSystem.class.getName());
    return configuration(hadoop);
  }

  private static Configuration configuration(Map<String, String> hadoop) {
    Configuration configuration = new Configuration();
    hadoop.forEach(configuration::set);
    return configuration;
  }

  private static Map<String, String> hadoop(Map<String, String> spark) {
    Map<String, String> hadoop = new HashMap<>();
    add(spark, hadoop);
    Map<String, String> submitted = new HashMap<>();
    System.getProperties()
        .stringPropertyNames()
        .forEach(name -> submitted.put(name, System.getProperty(name, "")));
    add(submitted, hadoop);
    return hadoop;
  }

  private static void add(Map<String, String> spark, Map<String, String> hadoop) {
    spark.forEach(
        (key, value) -> {
          if (key.startsWith(PREFIX)) {
            hadoop.put(key.substring(PREFIX.length()), value);
          }
        });
  }

  /** The store of files under a given Hadoop configuration. */
  public static Store of(Configuration hadoop) {
    return of(hadoop, false);
  }

  /**
   * The store of files under a given Hadoop configuration.
   *
   * @param isFirstContact whether an endpoint that is down is a fault within seconds
   */
  public static Store of(Configuration hadoop, boolean isFirstContact) {
    Store remote = new HadoopStore(hadoop, isFirstContact);
    return of(() -> remote, FileSystem.getDefaultUri(hadoop).toString());
  }

  private static Store of(Supplier<Store> remote, String defaultLocation) {
    return new SchemeStore(
        LocalStore.disk(), remote, Locations.isLocal(defaultLocation) ? LocalStore::disk : remote);
  }

  /** A store that is opened when it is first used. */
  private static final class LazyStore implements Supplier<Store> {
    private final Supplier<Store> opener;
    private @Nullable Store store;

    LazyStore(Supplier<Store> opener) {
      this.opener = opener;
    }

    @Override
    public synchronized Store get() {
      Store opened = store;
      if (opened == null) {
        opened = opener.get();
        store = opened;
      }
      return opened;
    }
  }
}
