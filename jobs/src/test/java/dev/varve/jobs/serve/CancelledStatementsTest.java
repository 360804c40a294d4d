package dev.varve.jobs.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkStatusTracker;
import org.junit.jupiter.api.Test;

/**
 * Statements that take hours within a row, or for a row, where Spark does not look whether they
 * were cancelled. Once they are, none takes a core any more, and others are answered.
 */
class CancelledStatementsTest {
  private static final String BACKTRACKS = "concat(repeat('a', 60), '!'), '^((a*)*\\\\2)+$'";

  private static final List<String> HOURS =
      List.of(
          "SELECT count(*) FROM layer_recipe WHERE rlike(concat(repeat('a', 60), '!', path),"
              + " '^((a*)*\\\\2)+$')",
          "SELECT rlike(" + BACKTRACKS + ")",
          "SELECT regexp_replace(" + BACKTRACKS + ", '')",
          "SELECT size(split(" + BACKTRACKS + "))",
          "SELECT max(size(regexp_extract_all(concat(repeat('a', 60), '!', path),"
              + " '^((a*)*\\\\2)+$', 0))) FROM layer_recipe",
          "SELECT count(*) FROM layer_recipe WHERE concat(repeat('a', 30000), path) LIKE"
              + " '%a%a%a%a%a%a%a%b'",
          "SELECT sum(length(repeat(concat(path, a.id), 1000000))) FROM layer_recipe"
              + " CROSS JOIN range(100000) a",
          "SELECT count(*) FROM range(1) CROSS JOIN range(1000000) b CROSS JOIN range(1000000) c"
              + " WHERE b.id * c.id % 7 = 9",
          "SELECT sum(aggregate(sequence(1, 100000), 0L, (s, x) -> s +"
              + " aggregate(sequence(1, 100000), 0L, (t, y) -> t + x * y + length(path))))"
              + " FROM layer_recipe",
          "SELECT count(*) FROM layer LATERAL VIEW explode(sequence(1, 1000000)) AS x"
              + " LATERAL VIEW explode(sequence(1, 1000000)) AS y WHERE x * y = files");

  @Test
  void statementsOfHoursEndOnceTheyAreCancelled() throws Exception {
    try (Served served = new Served(SmallWorld.packed());
        Connection other = served.connect()) {
      ExecutorService pool = Executors.newCachedThreadPool();
      List<Statement> statements = new ArrayList<>();
      List<Future<Boolean>> ends = new ArrayList<>();
      for (int number = 0; number < 2 * HOURS.size(); number++) {
        String sql = HOURS.get(number % HOURS.size());
        Statement statement = served.connect().createStatement();
        statements.add(statement);
        ends.add(pool.submit(() -> statement.execute(sql)));
      }
      TimeUnit.SECONDS.sleep(5);
      for (int number = 0; number < statements.size(); number++) {
        assertThat(ends.get(number).isDone()).as(HOURS.get(number % HOURS.size())).isFalse();
      }
      for (Statement statement : statements) {
        statement.cancel();
      }
      assertTimeoutPreemptively(
          Duration.ofMinutes(2),
          () -> {
            assertThat(Served.rows(other, "SELECT count(*) > 0 FROM layer WHERE files >= 0"))
                .containsExactly(List.of(true));
            for (Future<Boolean> end : ends) {
              assertThatThrownBy(end::get).hasCauseInstanceOf(SQLException.class);
            }
            while (tasks() > 0) {
              TimeUnit.MILLISECONDS.sleep(50);
            }
          });
      pool.shutdownNow();
      for (Statement statement : statements) {
        statement.getConnection().close();
      }
    }
  }

  /** Each of these would fill any heap, and end the engine with all its statements. */
  @Test
  void rowsBeyondMemoryEndTheStatementAlone() throws Exception {
    try (Served served = new Served(SmallWorld.packed());
        Connection connection = served.connect();
        Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "SELECT a.path, b.path, c.path FROM layer_recipe a CROSS JOIN layer_recipe b"
                  + " CROSS JOIN layer_recipe c",
              "SELECT repeat(path, 1000), id FROM layer_recipe CROSS JOIN range(100000000)")) {
        assertThatThrownBy(() -> statement.execute(sql))
            .as(sql)
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("do not fit into memory")
            .hasMessageContaining("ask for fewer rows or columns");
        assertThat(Served.rows(connection, "SELECT count(*) > 0 FROM layer"))
            .containsExactly(List.of(true));
      }
    }
  }

  private static int tasks() throws Exception {
    SparkStatusTracker tracker = TestEngine.session().sparkContext().statusTracker();
    return Stream.of(tracker.getExecutorInfos()).mapToInt(each -> each.numRunningTasks()).sum();
  }
}
