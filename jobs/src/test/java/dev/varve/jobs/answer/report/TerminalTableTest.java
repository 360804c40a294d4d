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
}
