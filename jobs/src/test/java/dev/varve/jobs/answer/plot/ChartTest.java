package dev.varve.jobs.answer.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines {@code -- chart:} of reports. */
class ChartTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  static Set<String> reports() {
    return SqlFiles.folder("reports").keySet();
  }

  @Test
  void aLineSaysKindColumnsAndCaption() {
    Chart chart =
        Chart.read(
            "stacked-bars x=type y=unique+saved series=level where=source:counted|own_work log=y"
                + " top=5; What stays");
    assertThat(chart.kind()).isEqualTo(Chart.Kind.STACKED_BARS);
    assertThat(chart.columnsOf("y")).containsExactly("unique", "saved");
    assertThat(chart.where()).isEqualTo(Map.of("source", List.of("counted", "own work")));
    assertThat(chart.logarithmic()).containsExactly("y");
    assertThat(chart.maxCategories()).isEqualTo(5);
    assertThat(chart.title()).isEqualTo("What stays");
    assertThat(chart.namedColumns())
        .containsExactlyInAnyOrder("type", "unique", "saved", "level", "source");
    assertThat(Chart.read("line x=machines_failed y=lost").title())
        .isEqualTo("lost by machines failed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pie x=a y=b",
        "line x=a",
        "line y=b",
        "cdf x=a y=p50",
        "line x=a y=b low=c",
        "line x=a y=b colour=c",
        "line x=a y=b log=z",
        "waterfall x=a y=b",
        "line x=a y="
      })
  void whatIsUnknownOrMissingIsRefused(String line) {
    assertThatThrownBy(() -> Chart.read(line)).isInstanceOf(IllegalArgumentException.class);
  }

  /** A column that a report does not have is found here, before anyone looks at a page. */
  @ParameterizedTest
  @MethodSource("reports")
  void everyChartNamesColumnsOfItsReport(String report) throws IOException {
    List<String> lines =
        SqlFiles.header(SqlFiles.text("reports", report)).getOrDefault("chart", List.of());
    List<String> columns =
        List.of(Files.readAllLines(GOLDEN.resolve(report + ".csv")).get(0).split(","));
    for (String line : lines) {
      assertThat(columns).as(line).containsAll(Chart.read(line).namedColumns());
    }
  }
}
