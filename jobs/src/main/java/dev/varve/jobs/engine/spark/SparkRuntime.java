package dev.varve.jobs.engine.spark;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.host.NativeLibraries;
import dev.varve.jobs.store.Store;
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

  /** Spark would put variables of the environment and of the JVM into a statement's text. */
  private static final String SUBSTITUTE = "spark.sql.variable.substitute";

  /** Settings that rows depend on: they are the program's, whatever spark-submit has set. */
  private static final Set<String> OF_ROWS =
      Set.of(
          "spark.sql.session.timeZone",
          "spark.sql.datetime.java8API.enabled",
          "spark.sql.parquet.outputTimestampType",
          "spark.sql.icu.caseMappings.enabled");

  /** Prefixes of the settings that belong to a session; all others belong to the context. */
  private static final String OF_SESSIONS = "spark.sql.";

  private static final Pattern UNREAD =
      Pattern.compile(
          "(?!.*kerberos)(yarn\\.|mapreduce\\.(?!(file)?outputcommitter\\.)"
              + "|dfs\\.((name|data|journal)node|q?journal|qjm|balancer|mover|ha|image|provided"
              + "|storage|blockreport|disk|edit)\\."
              + "|hadoop\\.(registry|http|jetty|zk|prometheus)\\.|ipc\\.(server|\\[port_number\\])\\."
              + "|(ha|httpfs|nfs|ftp|adl)\\.)");

  private final SparkSession session;
  private final Settings settings;
  private final boolean ownsContext;

  private SparkRuntime(SparkSession session, Settings settings, boolean ownsContext) {
    this.session = session;
    this.settings = settings;
    this.ownsContext = ownsContext;
  }

  /**
   * Opens an engine named after the verb; settings of spark-submit are kept.
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
        : new SparkRuntime(started(conf), settings, true);
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

  /** The files that are reached under these settings, where no engine is needed. */
  public static Store store(Settings settings) {
    return Stores.of(SparkHadoopUtil.get().newConfiguration(conf(settings)));
  }

  /** The files that its session reaches. */
  public Store store() {
    return Stores.of(session.sparkContext().hadoopConfiguration());
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
    SparkConf submitted = new SparkConf();
    settings
        .spark()
        .forEach(
            (key, value) -> {
              boolean isFree = OF_ROWS.contains(key) || !submitted.contains(key);
              if (key.startsWith(OF_SESSIONS) && isFree && session.conf().isModifiable(key)) {
                session.conf().set(key, value);
              }
            });
    session.conf().set(SUBSTITUTE, "false");
    return session;
  }

  /** The session's own class is named: to find it by reflection takes a third of a second. */
  private static SparkSession started(SparkConf conf) {
    // Records are sent between tasks; Kryo cannot serialize their fields.
    conf.set("spark.serializer", "org.apache.spark.serializer.JavaSerializer");
    // Executors open files by the names that the driver lists, so in its encoding.
    if ("UTF-8".equals(System.getProperty("sun.jnu.encoding"))) {
      conf.setIfMissing("spark.executorEnv.LC_ALL", "C.UTF-8");
    }
    if (conf.get(MASTER).startsWith("local")) {
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    if (conf.get(MASTER).matches("local(\\[.*)?")) {
      // The only executor is this process: after a suspension of it, as of a laptop, it goes on.
      conf.setIfMissing("spark.network.timeout", "7d");
    }
    SparkSession session = SparkSession.builder().config(conf).getOrCreate();
    // What loads defaults late brings all of them back: let it come first.
    session.sessionState();
    lighten(session.sparkContext().hadoopConfiguration());
    // Or the engine walks the stack of the caller for each of its steps, to show it on pages.
    for (String form : List.of("callSite.short", "callSite.long")) {
      session.sparkContext().setLocalProperty(form, conf.get("spark.app.name"));
    }
    return session;
  }

  /**
   * Leaves out defaults that only servers read, of resources and of files; those of Kerberos are
   * read by clients too. Every scan and every write of the engine sends the configuration along,
   * which costs ten milliseconds a thousand entries.
   */
  private static void lighten(Configuration hadoop) {
    new JobConf();
    List<String> keys = new ArrayList<>();
    hadoop.forEach(entry -> keys.add(entry.getKey()));
    for (String key : keys) {
      String[] sources = hadoop.getPropertySources(key);
      if (UNREAD.matcher(key).lookingAt()
          && sources != null
          && Arrays.stream(sources).allMatch(source -> source.endsWith("-default.xml"))) {
        hadoop.unset(key);
      }
    }
    forgetSources(hadoop);
  }

  /**
   * Leaves out where each entry comes from, which nobody reads and which is sent along too, of each
   * entry compressed by itself. There is no public way; without it all works, and takes longer.
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
   * An engine on a session of its own, whose views and settings end with it.
   *
   * @param bytes of the tables that it reads
   * @param scratch folder for intermediate files; null where none are written
   * @param id names its jobs in Spark's event log
   */
  public Engine engine(long bytes, @Nullable String scratch, String id) {
    SparkSession own = newSession();
    own.sparkContext().setJobGroup(id, id, false);
    return new SparkEngine(own, bytes, scratch, id);
  }

  /** A new session with the same settings. */
  public SparkSession newSession() {
    return another(session, settings);
  }

  /** Whether nothing is computed any more: Spark ends by itself when a thread of its own fails. */
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
