package dev.varve.jobs.answer.report;

import static dev.varve.jobs.answer.report.Printed.answer;
import static dev.varve.jobs.answer.report.Printed.column;
import static dev.varve.jobs.answer.report.Printed.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Expected lines are written by hand, by the specifications of OpenMetrics and Prometheus. */
class OpenMetricsTest {
  /** A sample, by the grammar that both formats have in common. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "[a-zA-Z_][a-zA-Z0-9_]*(\\{([a-zA-Z_][a-zA-Z0-9_]*=\"(\\\\[\\\\\"n]|[^\\\\\"\\n])*\",?)+})?"
              + " (NaN|[+-]Inf|-?[0-9]+([.][0-9]+)?)");

  @Test
  void aColumnOfFiguresIsAFamilyInBaseUnits() throws Exception {
    Answer answer =
        answer(
            "pull-latency",
            List.of("How \"long\"\nis C:\\x?", "More."),
            List.of(
                column("backend", ColumnUnit.TEXT),
                column("get_bytes", ColumnUnit.BYTES),
                column("mean_millis", ColumnUnit.MILLISECONDS),
                column("nanos_per_file", ColumnUnit.NANOSECONDS),
                column("age", ColumnUnit.HOURS),
                column("efficiency", ColumnUnit.RATIO),
                column("bytes_per_second", ColumnUnit.BYTES_PER_SECOND),
                column("gets_total", ColumnUnit.COUNT)),
            row("a", 9_007_199_254_740_993L, 1.5, 25L, 2, 0.25, 1e9, 3),
            row("b", null, null, null, null, null, null, 4));
    assertThat(Printed.text(OpenMetrics::new, answer))
        .isEqualTo(
            """
            # TYPE varve_pull_latency_get_bytes gauge
            # UNIT varve_pull_latency_get_bytes bytes
            # HELP varve_pull_latency_get_bytes How 'long'\\\\u{a}is C:\\\\x? Column get_bytes.
            varve_pull_latency_get_bytes{backend="a"} 9007199254740993
            # TYPE varve_pull_latency_mean_seconds gauge
            # UNIT varve_pull_latency_mean_seconds seconds
            # HELP varve_pull_latency_mean_seconds How 'long'\\\\u{a}is C:\\\\x? Column mean_millis.
            varve_pull_latency_mean_seconds{backend="a"} 0.0015
            # TYPE varve_pull_latency_seconds_per_file gauge
            # HELP varve_pull_latency_seconds_per_file How 'long'\\\\u{a}is C:\\\\x? Column nanos_per_file.
            varve_pull_latency_seconds_per_file{backend="a"} 0.000000025
            # TYPE varve_pull_latency_age_seconds gauge
            # UNIT varve_pull_latency_age_seconds seconds
            # HELP varve_pull_latency_age_seconds How 'long'\\\\u{a}is C:\\\\x? Column age.
            varve_pull_latency_age_seconds{backend="a"} 7200
            # TYPE varve_pull_latency_efficiency_ratio gauge
            # UNIT varve_pull_latency_efficiency_ratio ratio
            # HELP varve_pull_latency_efficiency_ratio How 'long'\\\\u{a}is C:\\\\x? Column efficiency.
            varve_pull_latency_efficiency_ratio{backend="a"} 0.25
            # TYPE varve_pull_latency_bytes_per_second gauge
            # UNIT varve_pull_latency_bytes_per_second bytes_per_second
            # HELP varve_pull_latency_bytes_per_second How 'long'\\\\u{a}is C:\\\\x? Column bytes_per_second.
            varve_pull_latency_bytes_per_second{backend="a"} 1000000000
            # TYPE varve_pull_latency_gets_total_value gauge
            # HELP varve_pull_latency_gets_total_value How 'long'\\\\u{a}is C:\\\\x? Column gets_total.
            varve_pull_latency_gets_total_value{backend="a"} 3
            varve_pull_latency_gets_total_value{backend="b"} 4
            # EOF
            """);
  }

  @Test
  void labelsAreEscapedAndSpecialValuesAreSpelledAsPrometheusHasThem() throws Exception {
    Answer answer =
        answer(
            "",
            List.of(),
            List.of(
                column("1 a", ColumnUnit.TEXT),
                column("1_a", ColumnUnit.TEXT),
                column("x y", ColumnUnit.NUMBER),
                column("x_y", ColumnUnit.NUMBER)),
            row("a\"b\\c\nd", null, Double.NaN, 1e-7),
            row("", "z", Double.POSITIVE_INFINITY, -0.0),
            row(true, new byte[] {16}, Double.NEGATIVE_INFINITY, "no number"));
    assertThat(Printed.text(OpenMetrics::new, answer))
        .isEqualTo(
            """
            # TYPE varve_query_x_y gauge
            # HELP varve_query_x_y A query. Column x y.
            varve_query_x_y{column_1_a="a\\"b\\\\c\\\\u{a}d"} NaN
            varve_query_x_y{column_1_a_2="z"} +Inf
            varve_query_x_y{column_1_a="true",column_1_a_2="10"} -Inf
            # TYPE varve_query_x_y_2 gauge
            # HELP varve_query_x_y_2 A query. Column x_y.
            varve_query_x_y_2{column_1_a="a\\"b\\\\c\\\\u{a}d"} 0.0000001
            varve_query_x_y_2{column_1_a_2="z"} 0
            # EOF
            """);
  }

  @Test
  void rowsThatNoTextTellsApartHaveTheirPlaces() throws Exception {
    List<Answer.Column> columns =
        List.of(column("name", ColumnUnit.TEXT), column("n", ColumnUnit.COUNT));
    assertThat(
            Printed.text(
                    OpenMetrics::new, answer("r", List.of(), columns, row("a", 1), row("a", 2)))
                .lines()
                .filter(line -> !line.startsWith("#")))
        .containsExactly("varve_r_n{name=\"a\",row=\"1\"} 1", "varve_r_n{name=\"a\",row=\"2\"} 2");
    assertThat(
            Printed.text(OpenMetrics::new, answer("r", List.of(), columns.subList(1, 2), row(7)))
                .lines()
                .filter(line -> !line.startsWith("#")))
        .containsExactly("varve_r_n 7");
  }

  @Test
  void everyLineOfTroublesIsASampleOrAComment() throws Exception {
    String text =
        Printed.text(
            OpenMetrics::new, Printed.troubles(), Printed.empty("none"), Printed.troubles());
    List<String> lines = text.lines().toList();
    assertThat(lines)
        .allMatch(
            line -> line.matches("# (TYPE|UNIT|HELP) .*|# EOF") || SAMPLE.matcher(line).matches())
        .endsWith("# EOF");
    // Of two reports of one name the second has a family of its own, so each is in one piece.
    assertThat(lines)
        .filteredOn(line -> line.startsWith("# TYPE"))
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  /** So that files of two warehouses can be in one folder. */
  @Test
  void theWarehouseIsALabelWhereItIsKnown() throws Exception {
    Answer answer =
        answer(
            "r",
            List.of(),
            List.of(column("warehouse", ColumnUnit.TEXT), column("n", ColumnUnit.COUNT)),
            row("x", 1));
    assertThat(
            Printed.text(OpenMetrics::new, TableStyle.PLAIN.withContext("", "/d/\"w"), answer)
                .lines())
        .contains("varve_r_n{warehouse=\"/d/\\\"w\",warehouse_2=\"x\"} 1");
  }
}
