package dev.varve.jobs.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.table.PlainLocalFileSystem;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/**
 * A session to work in, on a context of this machine or on whatever master spark-submit has set.
 * Whoever opens the context closes it: where one is running in this JVM already, a further engine
 * is a session of its own on that context, and its end leaves the context running.
 */
public final class Engine implements AutoCloseable {
  /** What spark-submit always sets. */
  private static final String SUBMITTED = "spark.submit.deployMode";

  private static final String MASTER = "spark.master";

  /** Settings that a session has of its own; all others are those of the context. */
  private static final String OF_SESSIONS = "spark.sql.";

  private final SparkSession session;
  private final Settings settings;
  private final boolean ownsContext;

  private Engine(SparkSession session, Settings settings, boolean ownsContext) {
    this.session = session;
    this.settings = settings;
    this.ownsContext = ownsContext;
  }

  /** Whether spark-submit has started this program, and so chosen the master. */
  public static boolean isSubmitted() {
    return System.getProperty(SUBMITTED) != null;
  }

  /**
   * An engine named after the verb; what spark-submit set is kept.
   *
   * @throws InvalidSettingsException when the master is a cluster and spark-submit has not started
   *     the program
   * @throws IllegalStateException when a context is running in this JVM on another master
   */
  public static Engine open(String verb, Settings settings) {
    SparkConf conf = new SparkConf().setAppName("varve " + verb);
    settings.spark().forEach(conf::setIfMissing);
    String master = conf.get(MASTER);
    if (!master.startsWith("local") && !conf.contains(SUBMITTED)) {
      throw new InvalidSettingsException(
          List.of(
              "the master "
                  + master
                  + " is none of this machine: start the program by spark-submit, which brings it to"
                  + " the executors; bin/varve does so with VARVE_SUBMIT=1"));
    }
    Option<SparkSession> running = SparkSession.getDefaultSession();
    return running.isDefined()
        ? new Engine(sessionOn(running.get(), master, settings), settings, false)
        : new Engine(started(conf), settings, true);
  }

  private static SparkSession sessionOn(SparkSession running, String master, Settings settings) {
    String itsMaster = running.sparkContext().master();
    if (!master.equals(itsMaster)) {
      throw new IllegalStateException(
          "a context on " + itsMaster + " is running: close it before one on " + master);
    }
    return another(running, settings);
  }

  private static SparkSession another(SparkSession of, Settings settings) {
    SparkSession session = of.newSession();
    settings
        .spark()
        .forEach(
            (key, value) -> {
              if (key.startsWith(OF_SESSIONS) && session.conf().isModifiable(key)) {
                session.conf().set(key, value);
              }
            });
    return session;
  }

  private static SparkSession started(SparkConf conf) {
    conf.setIfMissing("spark.hadoop.fs.file.impl", PlainLocalFileSystem.class.getName());
    // Records travel between tasks; Kryo cannot read their fields.
    conf.set("spark.serializer", "org.apache.spark.serializer.JavaSerializer");
    if (conf.get(MASTER).startsWith("local")) {
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    return SparkSession.builder().config(conf).getOrCreate();
  }

  /** The session; views and settings that are made in it are seen by nobody else. */
  public SparkSession session() {
    return session;
  }

  /** Another session under the same settings. */
  public SparkSession newSession() {
    return another(session, settings);
  }

  @Override
  public void close() {
    if (ownsContext) {
      session.stop();
    }
  }
}
