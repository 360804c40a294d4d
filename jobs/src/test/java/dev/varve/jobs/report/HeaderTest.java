package dev.varve.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeaderTest {
  @Test
  void linesOfFiguresAreNoProse() {
    Header header =
        Header.read(
            List.of(
                "Which?",
                "figures: a b ratio, speed bytes-per-second",
                "So it counts.",
                "figures: low high by measure"));
    assertThat(header.prose()).containsExactly("Which?", "So it counts.");
    assertThat(header.column("b", Figure.NUMBER))
        .isEqualTo(new Answer.Column("b", Figure.RATIO, null));
    assertThat(header.column("speed", Figure.COUNT).figure()).isEqualTo(Figure.BYTES_PER_SECOND);
    assertThat(header.column("high", Figure.NUMBER))
        .isEqualTo(new Answer.Column("high", Figure.NUMBER, "measure"));
    assertThat(header.column("file_bytes", Figure.COUNT).figure()).isEqualTo(Figure.BYTES);
  }

  @Test
  void aHeaderHasTheLastWordOverAName() {
    Header header = Header.read(List.of("figures: fingerprint text"));
    assertThat(header.column("fingerprint", Figure.TEXT).figure()).isEqualTo(Figure.TEXT);
  }

  @Test
  void aFigureThatDoesNotExistIsAFault() {
    assertThatThrownBy(() -> Header.read(List.of("figures: a furlongs")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
