package dev.varve.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Table run when a warehouse has had few runs, and many. */
class RunsTest {
  @TempDir private Path folder;

  private void run() throws Exception {
    TestEngine.runs(TestEngine.settings()).run("derive", Map.of(), folder.toString(), run -> {});
  }

  private static List<String> csv(String sql, Path file) throws Exception {
    try (DuckDb duck = new DuckDb()) {
      return duck.csv(sql.formatted(file));
    }
  }

  @Test
  void everyRunIsKeptHoweverManyThereWere() throws Exception {
    Path file = folder.resolve("run/run.parquet");
    run();
    run();
    assertThat(csv("SELECT count(*) AS runs FROM '%s'", file)).containsExactly("runs", "2");
    Path many = folder.resolve("many.parquet");
    try (DuckDb duck = new DuckDb()) {
      duck.execute(
          "COPY (SELECT printf('19990101T%%09d', n) AS run_id, r.* EXCLUDE run_id FROM '%s' r, range(1500) t(n)) TO '%s'"
              .formatted(file, many));
    }
    Files.move(many, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    run();
    assertThat(
            csv(
                "SELECT count(*) AS runs, count(DISTINCT run_id) AS ids, max(run_id) > '2' AS last FROM '%s'",
                file))
        .containsExactly("runs,ids,last", "3001,1501,true");
  }
}
