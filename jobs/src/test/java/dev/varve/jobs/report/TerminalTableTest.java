package dev.varve.jobs.report;

import static dev.varve.jobs.report.Printed.answer;
import static dev.varve.jobs.report.Printed.column;
import static dev.varve.jobs.report.Printed.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TerminalTableTest {
  @Test
  void nothingSteersTheTerminalAndEveryRowIsOneLine() throws Exception {
    assertThat(Printed.text(TerminalTable::new, Printed.troubles()))
        .isEqualTo(
            """
            == troubles ==
               What is hard to print?
               Everything.
            name                        bytes
            ------------------------  -------
            plain                     2.0 KiB
            -                               -
            a,b "c"\\u{a}d                 1 B
            \\u{202e}gpj.exe\\u{1b}[2J      0 B
            0010ff                        0 B
            {"a":[1,2]}                   0 B

            """);
  }

  @Test
  void rowsOfMeasuresReadAsTheirMeasuresDo() throws Exception {
    List<Answer.Column> columns =
        List.of(
            column("measure", Figure.TEXT),
            column("layers", Figure.COUNT),
            new Answer.Column("p50", Figure.NUMBER, "measure"));
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
                answer("", List.of(), List.of(column("path", Figure.TEXT)), row(path))))
        .contains("\n" + "a".repeat(22) + "..." + "b".repeat(22) + "\n");
  }

  @Test
  void answersFollowEachOtherAndEmptyOnesSayIt() throws Exception {
    assertThat(Printed.text(TerminalTable::new, Printed.empty("one"), Printed.empty("two")))
        .isEqualTo("== one ==\nn\n-\n(no rows)\n\n== two ==\nn\n-\n(no rows)\n\n");
  }

  @Test
  void anOverviewHasTheQuestionTheFirstRowsAndHowManyMore() throws Exception {
    List<List<Object>> rows = LongStream.range(0, 15).mapToObj(n -> row(n)).toList();
    Answer many =
        new Answer("many", List.of("How many?", "So."), List.of(column("n", Figure.COUNT)), rows);
    String text = Printed.text(Overview::new, many, Printed.empty("none"));
    assertThat(text)
        .startsWith("== many ==\n   How many?\n n\n--\n 0\n")
        .endsWith("\n11\n\n(3 more rows in: report many)\n\n== none ==\nn\n-\n(no rows)\n\n");
  }
}
