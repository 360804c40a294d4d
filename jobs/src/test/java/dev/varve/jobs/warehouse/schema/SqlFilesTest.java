package dev.varve.jobs.warehouse.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlFilesTest {
  private static final int MOST_LINES = 8;

  @Test
  void theProseIsTheOpeningAndTheNotesOnColumns() {
    String text =
        """
        -- How much?
        -- One row.
        --
        -- subject: registry
        WITH
        part AS (
          -- Two samples, drawn one without the other.
          SELECT 1 AS n
        )
        SELECT
          -- bytes: of layers, and
          --   of files.
          sum(n) AS bytes,
          -- ratio: bytes / total.
          1 AS ratio
        FROM part
        """;
    assertThat(SqlFiles.heading(text))
        .containsExactly(
            "How much?", "One row.", "bytes: of layers, and of files.", "ratio: bytes / total.");
    assertThat(SqlFiles.header(text))
        .containsOnlyKeys("subject")
        .containsValue(List.of("registry"));
    assertThat(SqlFiles.withoutComments(text)).doesNotContain("--").contains("sum(n) AS bytes");
  }

  /** The header says how rows count; what a column means is noted above it. */
  @Test
  void reportsSayInFewLinesHowTheyCount() {
    SqlFiles.folder("reports")
        .forEach(
            (name, sql) -> {
              List<String> opening =
                  sql.lines().takeWhile(line -> line.matches("-- .+")).skip(1).toList();
              assertThat(opening).as(name).hasSizeLessThanOrEqualTo(MOST_LINES);
              String statement = SqlFiles.withoutComments(sql);
              SqlFiles.heading(sql).stream()
                  .skip(1 + opening.size())
                  .forEach(
                      note ->
                          assertThat(statement)
                              .as(name + ", " + note)
                              .containsPattern("\\b" + note.split(":")[0] + "(,|\\n)"));
            });
  }
}
