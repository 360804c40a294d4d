package dev.varve.jobs.engine.spark;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.Objects;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.spark.SparkConf;

/**
 * The log of Spark in the driver process. By default Spark logs thousands of lines of level INFO in
 * a run, which would hide the run's progress and summary.
 */
public final class EngineLog {
  /** Spark's own setting of the log level. */
  private static final String LEVEL = "spark.log.level";

  private static final String ENGINES_DEFAULT = "org/apache/spark/log4j2-defaults.properties";
  private static final String OURS = "/dev/varve/log4j2.properties";

  private EngineLog() {}

  /**
   * Limits the log to errors, in the same form as the local engine. A user's own log4j2
   * configuration, or the setting {@code spark.log.level}, takes precedence.
   */
  public static void errorsOnlyUnlessConfigured(SparkConf conf) {
    // Spark sets its default level at its first message, which would override the level set below.
    // So its logging is initialized first.
    conf.initializeLogIfNecessary(false, true);
    if (!conf.contains(LEVEL)
        && LogManager.getContext(SparkConf.class.getClassLoader(), false)
            instanceof LoggerContext context
        && isDefault(context)) {
      context.setConfigLocation(ours());
    }
  }

  private static boolean isDefault(LoggerContext context) {
    String location = context.getConfiguration().getConfigurationSource().getLocation();
    return location != null && location.endsWith(ENGINES_DEFAULT);
  }

  private static URI ours() {
    URL file = Objects.requireNonNull(EngineLog.class.getResource(OURS), OURS);
    try {
      return file.toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
