package dev.varve.jobs.engine.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine's default says INFO (Spark's own file); ours, conf/log4j2.properties, error. */
class EngineLogTest {
  private final LoggerContext context =
      (LoggerContext) LogManager.getContext(SparkConf.class.getClassLoader(), false);
  private final URI before = context.getConfiguration().getConfigurationSource().getURI();

  @BeforeEach
  void asSparkSubmitLeavesIt() throws Exception {
    context.setConfigLocation(
        SparkConf.class.getResource("/org/apache/spark/log4j2-defaults.properties").toURI());
    assertThat(level()).isEqualTo(Level.INFO);
  }

  @AfterEach
  void asItWas() {
    context.setConfigLocation(before);
  }

  @Test
  void theDefaultOfTheEngineIsReplaced() {
    EngineLog.errorsOnlyUnlessConfigured(new SparkConf(false));
    assertThat(level()).isEqualTo(Level.ERROR);
  }

  @Test
  void aLevelThatWasAskedForIsLeftToTheEngine() {
    EngineLog.errorsOnlyUnlessConfigured(new SparkConf(false).set("spark.log.level", "INFO"));
    assertThat(level()).isEqualTo(Level.INFO);
  }

  @Test
  void aConfigurationOfTheirsIsKept(@TempDir Path folder) throws Exception {
    Path theirs = folder.resolve("log4j2.properties");
    Files.writeString(
        theirs,
        "rootLogger.level = warn\nrootLogger.appenderRef.e.ref = e\nappender.e.type = Console\nappender.e.name = e\n");
    context.setConfigLocation(theirs.toUri());
    EngineLog.errorsOnlyUnlessConfigured(new SparkConf(false));
    assertThat(level()).isEqualTo(Level.WARN);
  }

  private Level level() {
    return context.getConfiguration().getRootLogger().getLevel();
  }
}
