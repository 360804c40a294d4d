package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every column of every report has the figure that a person would say: that of the last word of its
 * name, or the one that report-case/figures.csv lists by hand.
 */
class ReportFiguresTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final List<String> SUBJECTS =
      List.of(
          "overview",
          "registry",
          "snapshots",
          "failures",
          "deletion",
          "pulls",
          "chains",
          "starts",
          "retention",
          "layers",
          "estimates");

  private final Map<String, String> byHand = new HashMap<>();

  static Set<String> reports() {
    return SqlFiles.folder("reports").keySet();
  }

  @BeforeEach
  void readTheList() throws IOException {
    Files.readAllLines(RESOURCES.resolve("report-case/figures.csv")).stream()
        .skip(1)
        .map(line -> line.split("\\|"))
        .forEach(
            line ->
                List.of(line[1].split(" "))
                    .forEach(column -> assertThat(byHand.put(column, line[0])).isNull()));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyColumnHasTheFigureThatOneExpects(String report) throws IOException {
    Header header = header(report);
    for (String column : columns(report)) {
      String expected = byHand.getOrDefault(report + "." + column, byHand.get(column));
      if (expected == null) {
        expected = column.substring(column.lastIndexOf('_') + 1);
        assertThat(expected)
            .as("the unit of %s.%s: add the column to report-case/figures.csv", report, column)
            .isIn("bytes", "ratio", "fold", "seconds");
      }
      Answer.Column is = header.column(column, typeOf(expected));
      assertThat(
              is.measure() == null
                  ? is.unit().name().toLowerCase(Locale.ROOT)
                  : "by " + is.measure())
          .as(report + "." + column)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("reports")
  void headersSpeakOfNoColumnThatIsNotThere(String report) throws IOException {
    Header header = header(report);
    List<String> columns = columns(report);
    assertThat(columns)
        .containsAll(header.units().keySet())
        .containsAll(header.measures().keySet())
        .containsAll(header.measures().values())
        .containsAll(header.first())
        .containsAll(header.intervals().keySet());
    header.intervals().values().forEach(both -> assertThat(columns).containsAll(both));
    assertThat(header.subject()).isIn(SUBJECTS);
    assertThat(header.prose()).noneMatch(line -> line.contains("figures:"));
  }

  @Test
  void theListHasNoColumnThatIsGone() throws IOException {
    for (String report : reports()) {
      columns(report)
          .forEach(column -> byHand.keySet().removeAll(Set.of(column, report + "." + column)));
    }
    assertThat(byHand).isEmpty();
  }

  /** What the engine knows of a column by its type alone. */
  private static ColumnUnit typeOf(String expected) {
    return switch (expected) {
      case "text", "digest" -> ColumnUnit.TEXT;
      case "count" -> ColumnUnit.COUNT;
      default -> ColumnUnit.NUMBER;
    };
  }

  private static Header header(String report) {
    String sql = SqlFiles.text("reports", report);
    return Header.read(SqlFiles.heading(sql), SqlFiles.header(sql));
  }

  private static List<String> columns(String report) throws IOException {
    Path golden = RESOURCES.resolve("golden").resolve(report + ".csv");
    return Arrays.asList(Files.readAllLines(golden).get(0).split(","));
  }
}
