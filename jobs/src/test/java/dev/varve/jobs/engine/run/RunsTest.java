package dev.varve.jobs.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Table run when a warehouse has had few runs, and many. */
class RunsTest {
  @TempDir private Path folder;

  private void run() throws Exception {
    TestEngine.runs(TestEngine.settings())
        .execute("derive", Map.of(), folder.toString(), run -> {});
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
    SmallWorld.unpublished(folder);
    run();
    assertThat(
            csv(
                "SELECT count(*) AS runs, count(DISTINCT run_id) AS ids, max(run_id) > '2' AS last FROM '%s'",
                file))
        .containsExactly("runs,ids,last", "3001,1501,true");
  }

  /** 33 runs have a group each. The next one writes them as one, and six more have one each. */
  @Test
  void rowsOfManyRunsAreSortedAndInFewGroups() throws Exception {
    for (int number = 0; number < 33; number++) {
      run();
    }
    Path file = folder.resolve("run/run.parquet");
    String groups = "SELECT count(DISTINCT row_group_id) AS groups FROM parquet_metadata('%s')";
    assertThat(csv(groups, file)).containsExactly("groups", "33");
    for (int number = 0; number < 7; number++) {
      run();
    }
    assertThat(csv(groups, file)).containsExactly("groups", "7");
    assertThat(
            csv(
                "SELECT count(*) AS runs, count(DISTINCT"
                    + " CAST(list_sort(map_entries(settings)) AS VARCHAR)) AS settings,"
                    + " bool_and(run_id > earlier) AS sorted FROM (SELECT *, lag(run_id, 1, '')"
                    + " OVER (ORDER BY file_row_number) AS earlier"
                    + " FROM read_parquet('%s', file_row_number = true))",
                file))
        .containsExactly("runs,settings,sorted", "40,1,true");
  }

  @Test
  void aRunBeginsAfterAllBeforeItWhateverTheClockSays() throws Exception {
    run();
    Path published = folder.resolve(".varve/published");
    // The same warehouse after a run while the clock was a century ahead.
    Path journal =
        Files.createDirectories(published)
            .resolve("0000000001-000000-21260101T000000000Z-00000000-last.moves");
    Path known;
    try (Stream<Path> all = Files.list(published)) {
      known = all.findFirst().orElseThrow();
    }
    Files.move(known, journal);
    run();
    run();
    List<String> runs =
        csv(
            "SELECT run_id[:19] AS began, finished_at >= started_at AS after FROM '%s' ORDER BY run_id",
            folder.resolve("run/run.parquet"));
    assertThat(runs.subList(2, 4))
        .containsExactly("21260101T000000001Z,true", "21260101T000000002Z,true");
  }
}
