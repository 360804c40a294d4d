package dev.varve.jobs.answer.report;

import static dev.varve.jobs.answer.report.Printed.answer;
import static dev.varve.jobs.answer.report.Printed.column;
import static dev.varve.jobs.answer.report.Printed.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TerminalTableTest {
  @Test
  void nothingSteersTheTerminalAndEveryRowIsOneLine() throws Exception {
    assertThat(Printed.text(TerminalTable::new, Printed.troubles()))
        .isEqualTo(
            """
            == troubles ==
               What is hard to print?
            name                        bytes
            ------------------------  -------
            plain                     2.0 KiB
            -                               -
            a,b "c"\\u{a}d                 2 B
            \\u{202e}gpj.exe\\u{1b}[2J      0 B
            0010ff                        0 B
            {"a":[1,2]}                   0 B

            """);
  }

  @Test
  void rowsOfMeasuresReadAsTheirMeasuresDo() throws Exception {
    List<Answer.Column> columns =
        List.of(
            column("measure", ColumnUnit.TEXT),
            column("layers", ColumnUnit.COUNT),
            new Answer.Column("p50", ColumnUnit.NUMBER, "measure"));
    assertThat(
            Printed.text(
                TerminalTable::new,
                answer(
                    "",
                    List.of(),
                    columns,
                    row("file_bytes", 3L, 2048.0),
                    row("shared_ratio", 3L, 0.5),
                    row("files", 3L, 7.0))))
        .isEqualTo(
            """
            measure       layers      p50
            ------------  ------  -------
            file_bytes         3  2.0 KiB
            shared_ratio       3  50.00 %
            files              3     7.00

            """);
  }

  @Test
  void longTextsKeepTheirEnds() throws Exception {
    String path = "a".repeat(30) + "b".repeat(30);
    assertThat(
            Printed.text(
                TerminalTable::new,
                answer("", List.of(), List.of(column("path", ColumnUnit.TEXT)), row(path))))
        .contains("\n" + "a".repeat(23) + "..." + "b".repeat(22) + "\n");
  }

  @Test
  void answersFollowEachOtherAndEmptyOnesSayIt() throws Exception {
    assertThat(Printed.text(TerminalTable::new, Printed.empty("one"), Printed.empty("two")))
        .isEqualTo("== one ==\nn\n-\n(no rows)\n\n== two ==\nn\n-\n(no rows)\n\n");
  }

  private static final Answer MANY =
      answer(
          "many",
          List.of("What is there, of all that could be?", "It counts", "so."),
          List.of(
              new Answer.Column("path", ColumnUnit.TEXT, null, 1, List.of()),
              column("kind", ColumnUnit.TEXT),
              new Answer.Column("wasted_bytes", ColumnUnit.BYTES, null, 0, List.of()),
              column("image_digest", ColumnUnit.DIGEST),
              column("files", ColumnUnit.COUNT)),
          row(
              "usr/lib/" + "x".repeat(40) + "/libc.so",
              "elf",
              2048L,
              "sha256:" + "0f".repeat(32),
              7L));

  /**
   * Of 50, wasted_bytes takes 7, its name in two lines; path no less than 20; kind 4; files 5; with
   * three gaps of 2 that is 42: the digest's 19 do not fit, and the path gets the 8 that are left.
   */
  @Test
  void asManyColumnsAsFitAreShownTheOnesThatMatterMostFirst() throws Exception {
    assertThat(Printed.text(TerminalTable::new, new TableStyle(50, List.of(), Set.of()), MANY))
        .isEqualTo(
            """
            == many ==
               What is there, of all that could be?
                                                wasted_
            path                          kind    bytes  files
            ----------------------------  ----  -------  -----
            usr/lib/xxxxx...xxxx/libc.so  elf   2.0 KiB      7
            (1 more column: --wide, or --columns A,B)

            """);
  }

  /**
   * Of 40, wasted_bytes takes 7 and path no less than 20; the digest, 19, does not fit beside them;
   * of those that tell no rows apart kind does, and then path gets 5 more.
   */
  @Test
  void whatIsTheSameInAllRowsComesLastOrStandsInALine() throws Exception {
    List<Object> first = MANY.rows().iterator().next();
    Answer two =
        new Answer("", List.of(), MANY.columns(), List.of(first, row("a", "elf", 9L, "b", 7L)));
    assertThat(Printed.text(TerminalTable::new, new TableStyle(40, List.of(), Set.of()), two))
        .isEqualTo(
            """
                                             wasted_
            path                       kind    bytes
            -------------------------  ----  -------
            usr/lib/xxx...xxx/libc.so  elf   2.0 KiB
            a                          elf       9 B
            (in all rows: files 7)
            (1 more column: --wide, or --columns A,B)

            """);
  }

  @Test
  void thoseWhoAskForAllColumnsOrForSomeGetThemUncut() throws Exception {
    String wide =
        Printed.text(
            TerminalTable::new,
            new TableStyle(
                50, List.of(), Set.of(TableStyle.Trait.WIDE, TableStyle.Trait.EXPLAINED)),
            MANY);
    assertThat(wide)
        .contains("usr/lib/" + "x".repeat(40) + "/libc.so  elf")
        .contains("sha256:" + "0f".repeat(32))
        .endsWith("\n   It counts so.\n\n");
    assertThat(
            Printed.text(
                TerminalTable::new,
                new TableStyle(
                    50, List.of("files", "image_digest"), Set.of(TableStyle.Trait.COLOURED)),
                MANY))
        .startsWith("\u001b[1m== many ==\u001b[0m\n")
        .contains(
            "files  image_digest" + " ".repeat(0) + "\n", "    7  sha256:" + "0f".repeat(32) + "\n")
        .doesNotContain("--wide");
  }

  @Test
  void whatIsAskedOfProgramsIsThatAlone() throws Exception {
    assertThat(Printed.text(Csv::new, new TableStyle(50, List.of("files", "kind"), Set.of()), MANY))
        .isEqualTo("files,kind\n7,elf\n");
  }

  /** The interval 0.5 to 0.7 carries no more than tens of percents, and one digit more. */
  @Test
  void sampledValuesHaveTheDigitsOfTheirInterval() throws Exception {
    Answer sampled =
        answer(
            "",
            List.of(),
            List.of(
                new Answer.Column(
                    "share", ColumnUnit.AVAILABILITY, null, 0, List.of("low", "high")),
                column("low", ColumnUnit.NUMBER),
                column("high", ColumnUnit.NUMBER)),
            row(0.61234, 0.5, 0.7),
            row(0.61234, null, null));
    assertThat(Printed.text(TerminalTable::new, sampled))
        .contains("\n   61 %  0.50  0.70\n")
        .contains("\n61.23 %     -     -\n");
  }

  private static Answer.Column ranked(String name, ColumnUnit unit, int rank) {
    return new Answer.Column(name, unit, null, rank, List.of());
  }

  /**
   * Of 40, ten for policy with its gap, and ten for freed_bytes: codec's 6 fit, the note does not.
   */
  @Test
  void mainColumnsStayInTheTableEvenWhereAllRowsAgree() throws Exception {
    Answer answer =
        answer(
            "retention",
            List.of(),
            List.of(
                ranked("policy", ColumnUnit.TEXT, 0),
                ranked("freed_bytes", ColumnUnit.BYTES, 1),
                column("machines", ColumnUnit.COUNT),
                column("note", ColumnUnit.TEXT)),
            row("keep 1", 1024L, 4L, "a"),
            row("keep 1", 1024L, 4L, "b ".repeat(20)));
    assertThat(Printed.text(TerminalTable::new, new TableStyle(40, List.of(), Set.of()), answer))
        .contains("policy    bytes")
        .contains("(in all rows: machines 4)")
        .doesNotContain("in all rows: policy")
        .doesNotContain("freed_bytes 1.0 KiB");
  }

  /** The names of the rows of a profile are no unit that values repeat. */
  @Test
  void aMainColumnThatNamesMeasuresStaysInANarrowTable() throws Exception {
    Answer answer =
        answer(
            "profile",
            List.of(),
            List.of(
                ranked("measure", ColumnUnit.TEXT, 0),
                new Answer.Column("p50", ColumnUnit.NUMBER, "measure", 1, List.of()),
                column("note", ColumnUnit.TEXT)),
            row("file_bytes", 2048.0, "n".repeat(60)),
            row("files", 7.0, "m"));
    assertThat(Printed.text(TerminalTable::new, new TableStyle(40, List.of(), Set.of()), answer))
        .contains("measure         p50", "file_bytes  2.0 KiB", "files          7.00");
  }

  /** Of 40, eleven for name and gap and ten for bytes leave 20 for the action. */
  @Test
  void sentencesAreWrappedInTheirColumn() throws Exception {
    Answer answer =
        answer(
            "advice",
            List.of(),
            List.of(
                ranked("name", ColumnUnit.TEXT, 0),
                ranked("bytes", ColumnUnit.BYTES, 1),
                ranked("action", ColumnUnit.TEXT, 2)),
            row("hidden", 8192L, "Delete files in the step that makes them."),
            row("other", 1L, "one two three four five ".repeat(8)));
    assertThat(Printed.text(TerminalTable::new, new TableStyle(40, List.of(), Set.of()), answer))
        .isEqualTo(
            """
            == advice ==
            name      bytes  action
            ------  -------  -----------------------
            hidden  8.0 KiB  Delete files in the
                             step that makes them.
            other       1 B  one two three four five
                             one two three four five
                             one two three four five
                             one two three four f...

            """);
  }

  @Test
  void rowsWithoutFiguresAreNamedOnALineAndEqualRowsPrintedOnce() throws Exception {
    List<Answer.Column> columns =
        List.of(
            ranked("cause", ColumnUnit.TEXT, 0),
            ranked("bytes", ColumnUnit.BYTES, 1),
            ranked("removed_by", ColumnUnit.TEXT, 2),
            column("class", ColumnUnit.COUNT));
    Answer answer =
        answer(
            "cause",
            List.of(),
            columns,
            row("rebuilt: order", 0L, "builds", 2L),
            row("near", 5L, "dedup", 3L),
            row("near", 5L, "dedup", 3L),
            row("near", 5L, "dedup", 3L),
            row("rebuilt: times", null, "builds", 4L));
    assertThat(Printed.text(TerminalTable::new, answer))
        .isEqualTo(
            """
            == cause ==
            cause  bytes  removed_by  class
            -----  -----  ----------  -----
            near     5 B  dedup           3
            (3 rows like this)
            (2 rows are all 0 or unknown: rebuilt: order; rebuilt: times)

            """);
    assertThat(
            Printed.text(
                TerminalTable::new,
                new TableStyle(100, List.of(), Set.of(TableStyle.Trait.WIDE)),
                answer))
        .as("all rows where all columns were requested")
        .contains("rebuilt: order", "\nnear              5 B  dedup           3\nnear ")
        .doesNotContain("rows");
    assertThat(
            Printed.text(
                TerminalTable::new,
                answer("none", List.of(), columns, row("a", 0L, "x", 1L), row("b", 0L, "y", 1L))))
        .as("a table of nothing but zeros keeps its rows where they are two")
        .contains("a        0 B", "b        0 B");
  }

  /** An amount stands with its currency, which needs no column of its own then. */
  @Test
  void moneyHasItsCurrency() throws Exception {
    Answer answer =
        answer(
            "cost",
            List.of(),
            List.of(
                ranked("owner", ColumnUnit.TEXT, 0),
                ranked("month_cost", ColumnUnit.of("month_cost", ColumnUnit.NUMBER), 1),
                column("currency", ColumnUnit.TEXT)),
            row("a", 1234.5678, "USD"),
            row("b", 0.0021199, "USD"),
            row("c", null, "USD"));
    assertThat(Printed.text(TerminalTable::new, answer))
        .isEqualTo(
            """
            == cost ==
            owner  month_cost
            -----  ----------
            a       1,235 USD
            b      0.0021 USD
            c               -

            """);
    TableStyle chosen = new TableStyle(100, List.of("month_cost"), Set.of());
    assertThat(Printed.text(TerminalTable::new, chosen, answer)).contains(" 1,235 USD\n");
    assertThat(Printed.text(Markdown::new, chosen, answer))
        .contains("| 1,235 USD |", "| 0.0021 USD |")
        .doesNotContain("owner", "currency");
    assertThat(Printed.text(Csv::new, answer)).contains("\na,1234.5678,USD\n");
    assertThat(Printed.text(OpenMetrics::new, answer)).contains(" 1234.5678\n");
  }

  /**
   * Of 40, 6 for name, 10 for bytes with its gap, and 22 for an action of at least 20 leave none
   * for the command.
   */
  @Test
  void longTextsOfMainColumnsThatDoNotFitStandBelowTheirRow() throws Exception {
    Answer answer =
        answer(
            "advice",
            List.of(),
            List.of(
                ranked("name", ColumnUnit.TEXT, 0),
                ranked("bytes", ColumnUnit.BYTES, 1),
                ranked("action", ColumnUnit.TEXT, 2),
                ranked("command", ColumnUnit.TEXT, 3)),
            row("hidden", 8192L, "Delete files in the step.", "varve report build-lines --wide"),
            row("other", 1L, "Share one base of all images.", null));
    assertThat(Printed.text(TerminalTable::new, new TableStyle(40, List.of(), Set.of()), answer))
        .isEqualTo(
            """
            == advice ==
            name      bytes  action
            ------  -------  -----------------------
            hidden  8.0 KiB  Delete files in the
                             step.
                command varve report build-lines
                --wide
            other       1 B  Share one base of all
                             images.

            """);
  }
}
