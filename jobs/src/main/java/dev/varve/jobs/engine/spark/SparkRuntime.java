package dev.varve.jobs.engine.spark;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.host.NativeLibraries;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.hadoop.PlainLocalFileSystem;
import dev.varve.jobs.store.hadoop.Stores;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.classic.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * A Spark session, on a local context or on the master that spark-submit has set. The engine that
 * opened the context closes it. When a context is already running in this JVM, another engine is a
 * new session on it, and closing that engine leaves the context running.
 */
public final class SparkRuntime implements AutoCloseable {
  private static final String MASTER = "spark.master";

  /**
   * The setting by which Spark replaces {@code ${...}} in SQL by variables of the environment and
   * of the JVM; it is switched off.
   */
  private static final String SUBSTITUTE = "spark.sql.variable.substitute";

  /**
   * Settings that change the rows of results. The program's values override those of spark-submit.
   */
  private static final Set<String> ROW_SETTINGS =
      Set.of(
          "spark.sql.session.timeZone",
          "spark.sql.datetime.java8API.enabled",
          "spark.sql.parquet.outputTimestampType",
          "spark.sql.icu.caseMappings.enabled");

  /** Prefixes of the settings that belong to a session; all others belong to the context. */
  private static final String SESSION_PREFIX = "spark.sql.";

  private static final Pattern SERVER_KEYS =
      Pattern.compile(
          "(?!.*kerberos)(yarn\\.|mapreduce\\.(?!(file)?outputcommitter\\.)"
              + "|dfs\\.((name|data|journal)node|q?journal|qjm|balancer|mover|ha|image|provided"
              + "|storage|blockreport|disk|edit)\\."
              + "|hadoop\\.(registry|http|jetty|zk|prometheus)\\.|ipc\\.(server|\\[port_number\\])\\."
              + "|(ha|httpfs|nfs|ftp|adl)\\.)");

  private static volatile boolean hasStarted;

  private final SparkSession session;
  private final Settings settings;
  private final boolean ownsContext;

  private SparkRuntime(SparkSession session, Settings settings, boolean ownsContext) {
    this.session = session;
    this.settings = settings;
    this.ownsContext = ownsContext;
  }

  /**
   * Opens a Spark session named after the verb; settings of spark-submit are kept.
   *
   * @throws InvalidSettingsException when the master is a cluster and spark-submit has not started
   *     the program, or a library does not load that files are read by
   * @throws IllegalStateException when a context is running in this JVM on another master
   */
  public static SparkRuntime open(String verb, Settings settings) {
    SparkMaster.require(settings);
    NativeLibraries.fault()
        .ifPresent(
            fault -> {
              throw new InvalidSettingsException(List.of(fault));
            });
    SparkConf conf = conf(settings).setAppName("varve " + verb);
    String master = conf.get(MASTER);
    if (SparkMaster.isSubmitted()) {
      EngineLog.errorsOnlyUnlessConfigured(conf);
    }
    Option<SparkSession> running = SparkSession.getDefaultSession();
    return running.isDefined()
        ? new SparkRuntime(sessionOn(running.get(), master, settings), settings, false)
        : new SparkRuntime(start(conf), settings, true);
  }

  /** Whether this process has ever started a context. */
  static boolean hasStarted() {
    return hasStarted;
  }

  static SparkConf conf(Settings settings) {
    SparkConf conf = new SparkConf();
    settings.spark().forEach(conf::setIfMissing);
    conf.set(SUBSTITUTE, "false");
    if (!SparkMaster.isSubmitted()) {
      conf.setIfMissing("spark.ui.enabled", "false"); // nobody requested a port
    }
    return conf.setIfMissing("spark.hadoop.fs.file.impl", PlainLocalFileSystem.class.getName());
  }

  /** The store of files under these settings, for use without an engine. */
  public static Store store(Settings settings) {
    return Stores.of(SparkHadoopUtil.get().newConfiguration(conf(settings)), true);
  }

  /** The store of the files that the session reaches. */
  public Store store() {
    return Stores.of(session.sparkContext().hadoopConfiguration());
  }

  private static SparkSession sessionOn(SparkSession running, String master, Settings settings) {
    String itsMaster = running.sparkContext().master();
    if (!master.equals(itsMaster)) {
      throw new IllegalStateException(
          "a context on " + itsMaster + " is running: close it before one on " + master);
    }
    return anotherSession(running, settings);
  }

  private static SparkSession anotherSession(SparkSession running, Settings settings) {
    SparkSession session = running.newSession();
    SparkConf submitted = new SparkConf();
    settings
        .spark()
        .forEach(
            (key, value) -> {
              boolean isSettable = ROW_SETTINGS.contains(key) || !submitted.contains(key);
              if (key.startsWith(SESSION_PREFIX)
                  && isSettable
                  && session.conf().isModifiable(key)) {
                session.conf().set(key, value);
              }
            });
    session.conf().set(SUBSTITUTE, "false");
    return session;
  }

  /**
   * Starts a session. The import names class {@code classic.SparkSession}, because the generic
   * builder finds it by reflection, which takes a third of a second.
   */
  private static SparkSession start(SparkConf conf) {
    // Tasks exchange Java records, whose fields Kryo cannot serialize.
    conf.set("spark.serializer", "org.apache.spark.serializer.JavaSerializer");
    // An ingest publishes while it reads on: both get processors as they become free.
    conf.setIfMissing("spark.scheduler.mode", "FAIR");
    // Executors open files by names that the driver listed, so both need the same encoding of
    // names.
    if ("UTF-8".equals(System.getProperty("sun.jnu.encoding"))) {
      conf.setIfMissing("spark.executorEnv.LC_ALL", "C.UTF-8");
    }
    if (conf.get(MASTER).startsWith("local")) {
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    if (conf.get(MASTER).matches("local(\\[.*)?")) {
      // The only executor is this process. Without a long timeout, Spark would declare it dead
      // after a suspension, as when a laptop sleeps.
      conf.setIfMissing("spark.network.timeout", "7d");
    }
    SparkSession session = SparkSession.builder().config(conf).getOrCreate();
    hasStarted = true;
    // Code that adds default resources reloads the whole configuration, which would undo
    // removeServerDefaults().
    // So the session state, which adds some, is created first.
    session.sessionState();
    removeServerDefaults(session.sparkContext().hadoopConfiguration());
    // With fixed call sites, Spark need not walk the caller's stack at each step for its web pages.
    for (String form : List.of("callSite.short", "callSite.long")) {
      session.sparkContext().setLocalProperty(form, conf.get("spark.app.name"));
    }
    return session;
  }

  /**
   * Removes Hadoop's defaults that only servers read; those of Kerberos stay, because clients read
   * them too. Every scan and every write of Spark sends the configuration along, which costs 10 ms
   * per 1000 entries.
   */
  private static void removeServerDefaults(Configuration hadoop) {
    new JobConf();
    List<String> keys = new ArrayList<>();
    hadoop.forEach(entry -> keys.add(entry.getKey()));
    for (String key : keys) {
      String[] sources = hadoop.getPropertySources(key);
      if (SERVER_KEYS.matcher(key).lookingAt()
          && sources != null
          && Arrays.stream(sources).allMatch(source -> source.endsWith("-default.xml"))) {
        hadoop.unset(key);
      }
    }
    forgetSources(hadoop);
  }

  /**
   * Removes the record of the source of each configuration entry. Nobody reads it, but it is sent
   * along too, each entry compressed by itself. Hadoop has no public method for this. If the
   * reflection fails, everything still works, but takes longer.
   */
  private static void forgetSources(Configuration hadoop) {
    try {
      Field sources = Configuration.class.getDeclaredField("updatingResource");
      sources.setAccessible(true);
      if (sources.get(hadoop) instanceof Map<?, ?> known) {
        known.clear();
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      return;
    }
  }

  /** The session. Its temporary views and settings are not visible to other sessions. */
  public SparkSession session() {
    return session;
  }

  /**
   * An engine on a new session, whose views and settings end with the engine.
   *
   * @param bytes bytes of the tables that it reads
   * @param scratch folder for intermediate files; null where none are written
   * @param id name of its jobs in Spark's event log
   */
  public Engine engine(long bytes, @Nullable String scratch, String id) {
    SparkSession session = newSession();
    session.sparkContext().setJobGroup(id, id, false);
    return new SparkEngine(session, bytes, scratch, id);
  }

  /** A new session with the same settings. */
  public SparkSession newSession() {
    return anotherSession(session, settings);
  }

  /**
   * Whether Spark's context has stopped, after which nothing can be computed. The context stops by
   * itself when one of its internal threads fails.
   */
  public boolean isStopped() {
    return session.sparkContext().isStopped();
  }

  @Override
  public void close() {
    if (ownsContext) {
      session.stop();
    }
  }
}
