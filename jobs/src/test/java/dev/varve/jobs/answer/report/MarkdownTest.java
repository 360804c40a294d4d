package dev.varve.jobs.answer.report;

import static dev.varve.jobs.answer.report.Printed.answer;
import static dev.varve.jobs.answer.report.Printed.column;
import static dev.varve.jobs.answer.report.Printed.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Expected lines are written by hand, by the specification of GitHub Flavored Markdown. */
class MarkdownTest {
  private static final Answer.Column NAME = column("name", ColumnUnit.TEXT);
  private static final Answer.Column BYTES = column("bytes", ColumnUnit.BYTES);

  @Test
  void figuresAreThoseOfATableAndTextsAreCode() throws Exception {
    assertThat(Printed.text(Markdown::new, Printed.troubles()))
        .isEqualTo(
            """
            **troubles, first of 6 rows: `plain`, bytes 2.0 KiB.**

            | name | bytes |
            | --- | --: |
            | `plain` | 2.0 KiB |
            | - | - |
            | `a,b "c"\\u{a}d` | 2 B |
            | `\\u{202e}gpj.exe\\u{1b}[2J` | 0 B |
            | `0010ff` | 0 B |
            | `{"a":[1,2]}` | 0 B |

            What is hard to print?
            """);
  }

  /** A cell ends at a pipe, a span of code at a backtick; all else is plain in a span of code. */
  @Test
  void noValueBreaksOutOfItsCell() throws Exception {
    Answer hostile =
        answer(
            "",
            List.of(),
            List.of(column("@team|x", ColumnUnit.TEXT), column("_n_", ColumnUnit.COUNT)),
            row("a|b", 1),
            row("a\\|b", 1),
            row("`**x**`", 1),
            row("<img src=x> @team #12 [a](http://x.y)", 1),
            row("", 1),
            row("line\r\n| b |\n\n# head", "no | number"));
    assertThat(Printed.text(Markdown::new, hostile))
        .isEqualTo(
            """
            **query, first of 6 rows: `a|b`, `_n_` 1.**

            | `@team\\|x` | `_n_` |
            | --- | --: |
            | `a\\|b` | 1 |
            | `a\\u{5c}\\|b` | 1 |
            | `\\u{60}**x**\\u{60}` | 1 |
            | `<img src=x> @team #12 [a](http://x.y)` | 1 |
            |  | 1 |
            | `line\\u{d}\\u{a}\\| b \\|\\u{a}\\u{a}# head` | `no \\| number` |
            """);
  }

  @Test
  void aLongAnswerIsFifteenLinesAndSaysWhatPrintsTheRest() throws Exception {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (long at = 0; at < 1234; at++) {
      rows.add(row("r" + at, at));
    }
    Answer many = new Answer("many", List.of("How much?"), List.of(NAME, BYTES), rows);
    assertThat(
            Printed.text(
                    Markdown::new, TableStyle.PLAIN.withContext("varve report many", "w"), many)
                .lines())
        .hasSize(15)
        .startsWith("**many, first of 1,234 rows: `r0`, bytes 0 B.**", "")
        .contains("| `r8` | 8 B |")
        .endsWith("", "How much? (1,225 more rows: `varve report many`)");
    assertThat(Printed.text(Markdown::new, many)).endsWith("How much? (1,225 more rows)\n");
  }

  @Test
  void theColumnsThatMatterMostAreShown() throws Exception {
    Answer answer =
        answer(
            "r",
            List.of(),
            List.of(
                new Answer.Column("path", ColumnUnit.TEXT, null, 1, List.of()),
                column("more", ColumnUnit.COUNT),
                new Answer.Column("blob_digest", ColumnUnit.DIGEST, null, 0, List.of())),
            row("/a", 5, "sha256:0123456789abcdef"));
    assertThat(Printed.text(Markdown::new, answer))
        .isEqualTo(
            """
            **r: `sha256:0123456789ab`, `/a`, more 5.**

            | path | blob_digest |
            | --- | --- |
            | `/a` | `sha256:0123456789ab` |
            """);
    TableStyle wide = new TableStyle(100, List.of(), Set.of(TableStyle.Trait.WIDE));
    assertThat(Printed.text(Markdown::new, wide, answer)).contains("| path | more | blob_digest |");
  }

  @Test
  void severalAnswersAreARowEach() throws Exception {
    Answer one = answer("one", List.of("What?"), List.of(NAME, BYTES), row("a|b", 1), row("c", 2));
    assertThat(Printed.text(Markdown::new, one, Printed.empty("two"), Printed.empty("three")))
        .isEqualTo(
            """
            **3 reports, 2 without rows.**

            | report | first_row | rows |
            | --- | --- | --: |
            | one | `a\\|b`, bytes 1 B | 2 |
            """);
    Answer[] all = new Answer[40];
    Arrays.fill(all, one);
    assertThat(Printed.text(Markdown::new, all).lines())
        .hasSize(15)
        .endsWith("", "(31 more reports)");
  }

  @Test
  void anOutcomeIsTheVerdictAndItsWordsAreNoMarkup() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Document document =
        new Markdown(new PrintStream(bytes, false, StandardCharsets.UTF_8), TableStyle.PLAIN)) {
      document.begin(List.of("one"));
      document.verdict(
          new Answer("gate", List.of("Kept?", "Passed: no a_b *c* _d_"), List.of(), List.of()));
      document.add(Printed.empty("one"));
      document.end();
    }
    assertThat(bytes).hasToString("**Passed: no a_b \\*c\\* \\_d\\_.**\n");
    assertThat(Printed.text(Markdown::new, Printed.empty("one"))).isEqualTo("**one: no rows.**\n");
  }
}
