package dev.varve.jobs.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.spark.SparkRuntime;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Whoever opens the context closes it. */
class EngineTest {
  private static final String PARTITIONS = "spark.sql.shuffle.partitions";

  @Test
  void aSecondEngineIsASessionOfItsOwnOnTheRunningContext() throws Exception {
    SparkSession first = TestEngine.session();
    try (SparkRuntime second =
        SparkRuntime.open("test", TestEngine.settings(PARTITIONS + "=7").finish())) {
      second.session().range(1).createOrReplaceTempView("of_the_second");
      assertThat(second.session().sparkContext()).isSameAs(first.sparkContext());
      assertThat(second.session().conf().get(PARTITIONS)).isEqualTo("7");
    }
    assertThat(first.conf().get(PARTITIONS)).isEqualTo("3");
    assertThat(first.catalog().tableExists("of_the_second")).isFalse();
    assertThat(first.sparkContext().isStopped()).isFalse();
  }

  @Test
  void theEngineThatOpenedTheContextClosesIt() {
    TestEngine.stop();
    SparkSession alone;
    try (SparkRuntime engine = SparkRuntime.open("test", TestEngine.settings().finish())) {
      alone = engine.session();
      assertThat(alone.range(3).count()).isEqualTo(3);
    }
    assertThat(alone.sparkContext().isStopped()).isTrue();
  }

  @Test
  void anotherMasterIsRefusedWhileAContextIsRunning() {
    assertThat(TestEngine.session().sparkContext().master()).isEqualTo("local[2,4]");
    assertThatThrownBy(
            () -> SparkRuntime.open("test", TestEngine.settings("spark.master=local[1]").finish()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("local[2,4]");
  }
}
