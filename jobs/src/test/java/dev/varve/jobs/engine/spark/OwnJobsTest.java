package dev.varve.jobs.engine.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.TestEngine;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

class OwnJobsTest {
  private static final int SECONDS = 3;

  @Test
  void whatIsLeftRunningIsCancelledAndNothingElse() throws Exception {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(TestEngine.session().sparkContext());
    JavaFutureAction<Long> before = slow(context).countAsync();
    JavaFutureAction<Long> left =
        OwnJobs.of(
            context.sc(),
            () -> {
              assertThat(context.parallelize(List.of(1, 2)).count()).isEqualTo(2);
              return slow(context).countAsync();
            });
    assertThatThrownBy(left::get)
        .isInstanceOf(ExecutionException.class)
        .hasStackTraceContaining("cancelled");
    assertThat(before.get()).isEqualTo(1);
    assertThat(context.getJobTags()).isEmpty();
  }

  private static JavaRDD<Integer> slow(JavaSparkContext context) {
    return context
        .parallelize(List.of(1), 1)
        .map(
            number -> {
              TimeUnit.SECONDS.sleep(SECONDS);
              return number;
            });
  }
}
