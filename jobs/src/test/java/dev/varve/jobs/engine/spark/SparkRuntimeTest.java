package dev.varve.jobs.engine.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.SettingReader;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SparkRuntimeTest {
  private static final String PAGES = "spark.ui.enabled";
  private static final String SUBMITTED = "spark.submit.deployMode";

  @AfterEach
  void forget() {
    System.clearProperty(SUBMITTED);
  }

  private static boolean hasPages(String... assignments) {
    var settings = SettingReader.of(null, null, List.of(assignments)).finish();
    // Where nobody has said anything, Spark has pages: its documentation, "Spark UI".
    return SparkRuntime.conf(settings).getBoolean(PAGES, true);
  }

  @Test
  void theEmbeddedEngineHasPagesOnlyWhenAskedFor() {
    assertThat(hasPages()).isFalse();
    assertThat(hasPages(PAGES + "=true")).isTrue();
  }

  @Test
  void underSparkSubmitPagesAreTheClustersMatter() {
    System.setProperty(SUBMITTED, "client");
    assertThat(hasPages()).isTrue();
    assertThat(hasPages(PAGES + "=false")).isFalse();
  }
}
