package dev.varve.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Header;
import dev.varve.jobs.run.TestEngine;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkStatusTracker;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class SparkAnswersTest {
  private static final int SECONDS = 30;

  /**
   * A join whose one side is found to be empty, and whose other side would take ten minutes: Spark
   * answers when it knows, and computes on.
   */
  @Test
  void nothingIsComputedOnceTheAnswerIsThere() throws InterruptedException {
    SparkSession spark = TestEngine.session().newSession();
    spark.conf().set("spark.sql.adaptive.enabled", "true");
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    Dataset<Row> rows =
        spark.sql(
            "SELECT many.place FROM (SELECT id % 10 AS place FROM range(0, 1000000000000, 1, 1)"
                + " GROUP BY id % 10) AS many"
                + " JOIN (SELECT id % 10 AS place FROM range(0, 100, 1, 2) WHERE hash(id) = id"
                + " GROUP BY id % 10) AS none ON none.place = many.place");

    Answer answer = SparkAnswers.collected("", Header.NONE, rows);

    assertThat(answer.rows()).isEmpty();
    SparkStatusTracker jobs = spark.sparkContext().statusTracker();
    for (int tries = 0; tries < SECONDS && jobs.getActiveJobIds().length > 0; tries++) {
      TimeUnit.SECONDS.sleep(1);
    }
    assertThat(jobs.getActiveJobIds()).isEmpty();
  }
}
