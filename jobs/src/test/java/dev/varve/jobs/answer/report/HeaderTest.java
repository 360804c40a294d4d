package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeaderTest {
  private static Header read(String text) {
    return Header.read(SqlFiles.heading(text), SqlFiles.header(text));
  }

  @Test
  void linesOfFiguresAreNoProse() {
    Header header =
        read(
            """
            -- Which?
            -- So it counts.
            --
            -- figures: a b ratio, speed bytes-per-second
            -- figures: low high by measure
            SELECT 1
            -- of nothing
            """);
    assertThat(header.prose()).containsExactly("Which?", "So it counts.");
    assertThat(header.column("b", ColumnUnit.NUMBER))
        .isEqualTo(new Answer.Column("b", ColumnUnit.RATIO, null));
    assertThat(header.column("speed", ColumnUnit.COUNT).unit())
        .isEqualTo(ColumnUnit.BYTES_PER_SECOND);
    assertThat(header.column("high", ColumnUnit.NUMBER))
        .isEqualTo(new Answer.Column("high", ColumnUnit.NUMBER, "measure"));
    assertThat(header.column("file_bytes", ColumnUnit.COUNT).unit()).isEqualTo(ColumnUnit.BYTES);
  }

  @Test
  void aHeaderHasTheLastWordOverAName() {
    Header header = read("-- Which?\n--\n-- figures: fingerprint text\nSELECT 1");
    assertThat(header.column("fingerprint", ColumnUnit.TEXT).unit()).isEqualTo(ColumnUnit.TEXT);
  }

  @Test
  void aHeaderSaysWhatIsAskedWhatMattersAndWhatIsSampled() {
    Header header =
        read(
            """
            -- Which?
            --
            -- subject: pulls
            -- first: mode bytes
            -- first: share
            -- digits: share low by low high
            SELECT 1""");
    assertThat(header.subject()).isEqualTo("pulls");
    assertThat(header.column("share", ColumnUnit.NUMBER))
        .isEqualTo(new Answer.Column("share", ColumnUnit.NUMBER, null, 2, List.of("low", "high")));
    assertThat(header.column("mode", ColumnUnit.TEXT).rank()).isZero();
    assertThat(header.column("other", ColumnUnit.TEXT))
        .isEqualTo(new Answer.Column("other", ColumnUnit.TEXT, null));
  }

  @Test
  void aFigureThatDoesNotExistIsAFault() {
    assertThatThrownBy(() -> read("-- Which?\n--\n-- figures: a furlongs"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLineThatIsNotOfFiguresIsAFault() {
    assertThatThrownBy(() -> read("-- Which?\n--\n-- figure: a ratio"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("figure");
  }
}
