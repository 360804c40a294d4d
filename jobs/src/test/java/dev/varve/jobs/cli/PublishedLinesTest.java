package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.jobs.engine.run.Terminal.Answer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The closed forms, held against the tables that were published. */
class PublishedLinesTest {
  private static final List<String> COLUMNS =
      List.of("scheme", "availability_percent", "published_percent");

  private record Figure(String scheme, double ours, double published) {
    static Figure of(List<String> columns, String line) {
      List<String> cells = List.of(line.split(",", -1));
      return new Figure(
          cells.get(columns.indexOf(COLUMNS.get(0))),
          Double.parseDouble(cells.get(columns.indexOf(COLUMNS.get(1)))),
          Double.parseDouble(cells.get(columns.indexOf(COLUMNS.get(2)))));
    }

    static String rounded(double points) {
      return BigDecimal.valueOf(points).setScale(6, RoundingMode.HALF_UP).toPlainString();
    }
  }

  @Test
  void everyPublishedFigureIsReproduced() {
    Answer answer = varve("simulate availability --published").done();
    List<String> lines = answer.lines();
    List<String> columns = List.of(lines.get(0).split(",", -1));
    assertThat(columns).containsAll(COLUMNS);
    List<Figure> figures =
        lines.subList(1, lines.size()).stream().map(line -> Figure.of(columns, line)).toList();
    assertThat(figures).hasSize(16 + 18 + 9);
    assertThat(figures.subList(0, 16)).allSatisfy(figure -> assertClose(figure, 1e-9));
    // To the digits printed: four of the sweep, ten of blocks.
    assertThat(figures.subList(16, 16 + 18 + 9))
        .allSatisfy(
            figure -> assertClose(figure, figure.scheme().equals("block") ? 0.51e-10 : 0.51e-4));
    double apart =
        figures.stream()
            .mapToDouble(figure -> Math.abs(figure.ours() - figure.published()))
            .max()
            .orElseThrow();
    assertThat(answer.err())
        .contains("compared  43 published figures")
        .contains("at most %s percentage points".formatted(Figure.rounded(apart)));
  }

  private static void assertClose(Figure figure, double digits) {
    assertThat(figure.ours()).isCloseTo(figure.published(), within(digits));
  }
}
