package dev.varve.jobs.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DuckRunTest {
  /** Years of work, whose first rows come soon. */
  private static final String ENDLESS =
      "SELECT one.range AS number"
          + " FROM range(1000000) AS one, range(1000000) AS two, range(1000000) AS three";

  @TempDir private Path folder;

  private record Figure(long number) {}

  /** Of rows that are computed as they are read DuckDB does not say what was wrong. */
  @Test
  void aFaultNamesTheTableAndSaysWhatToLookAt() throws Exception {
    try (DuckRun duck = DuckRuns.over(folder.resolve("warehouse"))) {
      assertThatThrownBy(
              () ->
                  duck.each(
                      "chunk_sharing",
                      Tables.schema("chunk_sharing"),
                      "SELECT error('full')",
                      Map.of(),
                      row -> {}))
          .isInstanceOf(IOException.class)
          .hasNoCause()
          .hasMessageStartingWith("chunk_sharing: ")
          .hasMessageContaining("if it lacks memory or disk, see section query of the settings");
    }
  }

  @Test
  void aFaultOfAValueNamesItAndNotOurSql() throws Exception {
    try (DuckRun duck = DuckRuns.over(folder.resolve("warehouse"))) {
      assertThatThrownBy(
              () -> duck.keep("sizes", "SELECT CAST('322x' AS BIGINT) AS bytes", Map.of()))
          .hasMessageContaining("sizes: Conversion Error: Could not convert string '322x' to INT64")
          .message()
          .doesNotContain("LINE");
    }
  }

  @Test
  void aColumnOfAnotherTypeIsNamed() throws Exception {
    try (DuckRun duck = DuckRuns.over(folder.resolve("warehouse"))) {
      assertThatThrownBy(
              () ->
                  duck.each(
                      "sizes",
                      new StructType().add("bytes", DataTypes.LongType),
                      "SELECT '322x' AS bytes",
                      Map.of(),
                      row -> {}))
          .hasMessageContaining("sizes: column bytes is declared a number and holds '322x'");
    }
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatGoesOnWhenAnotherStepFailsIsCutShort() throws Exception {
    try (DuckRun duck = DuckRuns.over(folder.resolve("warehouse"))) {
      CountDownLatch reading = new CountDownLatch(1);
      List<AtOnce.Task> steps =
          List.of(
              () -> duck.each(ENDLESS, Map.of(), Figure.class, row -> reading.countDown()),
              () ->
                  duck.keep(
                      "counted", "SELECT sum(number) AS number FROM (" + ENDLESS + ")", Map.of()),
              () -> fail(reading));
      assertThatThrownBy(
              () ->
                  AtOnce.all(
                      steps.size(),
                      steps,
                      step -> {
                        step.run();
                        return true;
                      },
                      duck::end))
          .hasMessage("the disk is full")
          .satisfies(fault -> assertThat(fault.getSuppressed()).hasSize(2));
      assertThatThrownBy(() -> duck.records("SELECT 1 AS number", Map.of(), Figure.class))
          .hasMessageContaining("cut short, as another step has failed");
    }
  }

  private static void fail(CountDownLatch reading) throws IOException {
    try {
      assertThat(reading.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    throw new IOException("the disk is full");
  }
}
