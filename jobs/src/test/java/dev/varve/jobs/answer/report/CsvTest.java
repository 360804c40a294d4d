package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {
  @Test
  void valuesAreExactAndQuotedWhereTheyMustBe() throws Exception {
    assertThat(Printed.text(Csv::new, Printed.troubles()))
        .isEqualTo(
            "name,bytes\n"
                + "plain,2048\n"
                + ",\n"
                + "\"a,b \"\"c\"\"\nd\",1.5\n"
                + "\u202egpj.exe\u001b[2J,NaN\n"
                + "0010ff,0.00000010\n"
                + "\"{\"\"a\"\":[1,2]}\",0\n");
  }

  /** U+202E and U+001B as Unicode's Technical Report 36 and ECMA-48 have them. */
  @Test
  void onRequestNothingInItSteersATerminal() throws Exception {
    TableStyle style = TableStyle.PLAIN.with(TableStyle.Trait.PLAIN_TEXT);
    assertThat(Printed.text(Csv::new, style, Printed.troubles()))
        .isEqualTo(
            "name,bytes\n"
                + "plain,2048\n"
                + ",\n"
                + "\"a,b \"\"c\"\"\\u{a}d\",1.5\n"
                + "\\u{202e}gpj.exe\\u{1b}[2J,NaN\n"
                + "0010ff,0.00000010\n"
                + "\"{\"\"a\"\":[1,2]}\",0\n");
  }

  /** As PostgreSQL's COPY and DuckDB read and write them. */
  @Test
  void anEmptyTextIsQuotedAndNothingIsNot() throws Exception {
    Answer answer =
        Printed.answer(
            "one",
            List.of(),
            Printed.empty("one").columns(),
            Printed.row(""),
            Printed.row((Object) null));
    assertThat(Printed.text(Csv::new, answer)).isEqualTo("n\n\"\"\n\n");
  }

  @Test
  void oneAnswerIsNothingButRowsAndSeveralAreNamed() throws Exception {
    assertThat(Printed.text(Csv::new, Printed.empty("one"))).isEqualTo("n\n");
    assertThat(Printed.text(Csv::new, Printed.empty("one"), Printed.empty("two")))
        .isEqualTo("# one\nn\n# two\nn\n");
    assertThat(Printed.text(Csv::new)).isEmpty();
  }
}
