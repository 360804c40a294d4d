package dev.varve.jobs.engine.spark;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.Objects;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.spark.SparkConf;

/**
 * The engine's log in the driver. Its default is thousands of lines of level INFO for a run, which
 * would hide the run's progress and summary.
 */
public final class EngineLog {
  /** The engine's own setting of how much it says. */
  private static final String LEVEL = "spark.log.level";

  private static final String ENGINES_DEFAULT = "org/apache/spark/log4j2-defaults.properties";
  private static final String OURS = "/dev/varve/log4j2.properties";

  private EngineLog() {}

  /**
   * Lets errors through only, in the form of the embedded engine, unless someone has decided
   * otherwise: by a log4j2 configuration of theirs, or by the setting {@code spark.log.level}.
   */
  public static void errorsOnlyUnlessConfigured(SparkConf conf) {
    // With its first message the engine sets its own default, over ours too: let that come first.
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
