package dev.varve.jobs.answer.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.condition.Condition;
import dev.varve.jobs.engine.condition.Kind;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions as people type them; that both engines choose the same is ChosenSetsTest's. */
class ConditionTest {
  private static final Map<String, Kind> COLUMNS =
      Map.of(
          "repository", Kind.TEXT,
          "tag", Kind.TEXT,
          "age_days", Kind.NUMBER,
          "seen_days", Kind.NUMBER,
          "built_at", Kind.TIME);

  /** Five references, numbered; the fifth has no tag and no times. */
  private static final String ROWS =
      """
      SELECT n FROM (VALUES
        (1, 'team/a', 'v1', 10, 1.5, TIMESTAMP '2024-01-01 00:00:00'),
        (2, 'team/b', 'latest', 91, 90, TIMESTAMP '2024-01-02 12:00:00'),
        (3, 'other_x', 'v1', 91, 91, TIMESTAMP '2024-03-01 00:00:00'),
        (4, 'Team/it''s 100% (ours)', 'v_2', 0, 0, TIMESTAMP '2025-01-01 00:00:00'),
        (5, 'team/a', NULL, NULL, NULL, NULL)
      ) AS t (n, repository, tag, age_days, seen_days, built_at) WHERE\s""";

  /** What a person expects, by hand. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "repository like team/% | 1 2 5",
        "repository like 'team/%' and age_days > 90 | 2",
        "REPOSITORY LIKE team/% AND NOT tag=latest | 1",
        "not (tag = v1 or tag = latest) | 4",
        "repository not like 'team/%' | 3 4",
        "repository ilike TEAM/% | 1 2 4 5",
        "repository not ilike team/% | 3",
        "tag = v1 and repository = team/a or age_days=0 | 1 4",
        "tag is null | 5",
        "tag is not null and (age_days >= 91) | 2 3",
        "tag in (v1,'latest' , x) | 1 2 3",
        "tag not in (v1) | 2 4",
        "age_days between 10 and 91 | 1 2 3",
        "age_days not between 10 and 91 | 4",
        "age_days <> 91 | 1 4",
        "age_days != 91.0 | 1 4",
        "age_days = seen_days | 3 4",
        "built_at < 2024-01-02 | 1",
        "built_at <= '2024-01-02 12:00:00' | 1 2",
        "built_at >= 2024-03-01T00:00:00Z | 3 4",
        "tag like v_2 | 4",
        "tag like 'v\\_2' | 4",
        "tag like v_ | 1 3",
        "repository like other\\_% | 3",
        "repository like 'other\\%' | ",
        "repository = 'Team/it''s 100% (ours)' | 4",
        "repository = \"Team/it's 100% (ours)\" | 4",
        "repository like '%!%' | ",
        "true | 1 2 3 4 5",
        "false or age_days < 1 | 4"
      })
  void aConditionChoosesWhatOneExpects(String condition, String rows) throws Exception {
    try (DuckDb duck = new DuckDb()) {
      List<String> chosen = duck.csv(ROWS + Condition.sql(condition, COLUMNS) + " ORDER BY n");
      assertThat(String.join(" ", chosen.subList(1, chosen.size())))
          .isEqualTo(rows == null ? "" : rows);
    }
  }

  /** What is typed is no SQL: it does not get through, whatever it would do there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "and",
        "repository",
        "repository like",
        "repository = 'a",
        "repository = team/a tag = v1",
        "(repository = a",
        "repository = a)",
        "repository = a; DROP TABLE layer",
        "true; SELECT 1",
        "true) FROM layer; COPY layer TO '/tmp/x'; --",
        "true -- and false",
        "true /* */",
        "repository in (SELECT repository FROM image_tag)",
        "exists (SELECT 1)",
        "repository = (SELECT 1)",
        "repository = read_text('/etc/passwd')",
        "getenv('HOME') = 'x'",
        "read_blob('/etc/passwd') is not null",
        "reflect('java.lang.System', 'exit', '0') is null",
        "java_method('java.lang.Runtime', 'getRuntime') is null",
        "repository = lower('A')",
        "nextval('x') > 0",
        "repository = a UNION SELECT 1",
        "repository || 'x' = 'ax'",
        "age_days + 1 > 2",
        "age_days > many",
        "age_days > '1e400'",
        "age_days > 99999999999999999999",
        "built_at < yesterday",
        "built_at < 2024-02-30",
        "age_days like 9%",
        "age_days > repository",
        "repository similar to '(a|b)*'",
        "repository ~ '(a+)+'",
        "repository = 'a\u0000b'",
        "repository = 'a\nb'",
        "layer.repository = 'a'",
        "\"repository\" = 'a'",
        "1 = 1"
      })
  void whatIsNoConditionIsRefused(String text) {
    assertThatThrownBy(() -> Condition.sql(text, COLUMNS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void deepAndLongOnesAreRefusedBeforeTheyFillTheStack() {
    for (String text :
        List.of(
            "(".repeat(100_000) + "true" + ")".repeat(100_000),
            "not ".repeat(100_000) + "true",
            "true or ".repeat(100_000) + "true",
            "repository = '" + "''".repeat(1_000_000))) {
      assertThatThrownBy(() -> Condition.sql(text, COLUMNS))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(Condition.sql("repository = '" + "x".repeat(1_000_000) + "'", COLUMNS))
        .hasSizeGreaterThan(1_000_000);
  }

  /** Letters that any engine treats specially in a text do not stand in one. */
  @Test
  void textsHaveNoLettersThatAnEngineTreatsSpecially() {
    assertThat(Condition.sql("tag = 'a''b\\c\"d`e${env:HOME}'", COLUMNS))
        .isEqualTo(
            "((tag = ('a' || chr(39) || 'b' || chr(92) || 'c' || chr(34) || 'd' || chr(96) || 'e'"
                + " || chr(36) || '{env:HOME}')))");
  }

  @Test
  void aWrongColumnIsOneLineThatListsThoseThatThereAre() {
    assertThatThrownBy(() -> asked("exclusive-bytes", "repo like 'a%'", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--where repo like 'a%': there is no column repo; did you mean repository? layer_reference has repository, tag, image,"
                + " layer, category, os, architecture, age_days, seen_days, built_at, first_seen_at;"
                + " planned_line has repository, platform, policy, max_layers;"
                + " snapshot_reference has vm, snapshot, format, position, age_days, seen_days,"
                + " taken_at, first_seen_at");
    assertThatThrownBy(() -> asked("decomposition", null, "age_days"))
        .hasMessageStartingWith("--by age_days: there is no column of texts age_days; layer_ref");
    assertThatThrownBy(() -> asked("exclusive-bytes", "tag = v1 and vm = a", null))
        .hasMessageContaining("there is no column");
  }

  @Test
  void theNearestColumnIsProposed() {
    assertThatThrownBy(() -> asked("formats", "repositry = a", null))
        .hasMessageContaining("there is no column repositry; did you mean repository? layer_ref");
    assertThatThrownBy(() -> asked("decomposition", null, "snapshto"))
        .hasMessageContaining("there is no column of texts snapshto; did you mean snapshot?");
    assertThatThrownBy(() -> asked("decomposition", null, "policy"))
        .hasMessageContaining("there is no column of texts policy; layer_reference has")
        .hasMessageNotContaining("planned_line");
    assertThatThrownBy(() -> asked("exclusive-bytes", "tga = v1 or vm = a", null))
        .hasMessageContaining("there is no column tga; did you mean tag?");
  }

  /** Of a registry only: the part about snapshots is left out. */
  @Test
  void aViewWithoutTheColumnIsNotAsked() {
    String sql = asked("exclusive-bytes", "tag = v1", null);
    assertThat(sql)
        .contains(
            "coalesce(((tag = ('v1'))), false) AS chosen\n    FROM layer_reference\n    WHERE true")
        .contains("false AS chosen\n    FROM snapshot_reference\n    WHERE false")
        .doesNotContain("/* set", "/* asked");
  }

  private static String asked(String report, @Nullable String condition, @Nullable String by) {
    return Selection.of(condition, by).insertInto(SqlFiles.text("reports", report));
  }
}
