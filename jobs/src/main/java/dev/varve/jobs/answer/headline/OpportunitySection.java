package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The largest savings, each with what to do, and what would have to be run to know of others. */
final class OpportunitySection {
  static final String REPORT = "opportunities";

  private static final int MOST = 5;

  /** Less of what is stored is not worth a line. */
  private static final double LEAST_RATIO = 0.01;

  private OpportunitySection() {}

  /** Says it, by the rows of that report, which come in the order of their bytes. */
  static Section of(HeadlineData data) {
    Section section = Section.of("Largest savings, each counted by itself");
    List<Row> large =
        data.report(REPORT).stream()
            .filter(row -> row.number("bytes_ratio") >= LEAST_RATIO)
            .limit(MOST)
            .toList();
    large.forEach(row -> section.above(line(row)));
    if (large.size() > 1) {
      section.below("Details: the report in brackets. Some overlap: report opportunities.");
    }
    Map<String, List<String>> unknown =
        data.report(REPORT).stream()
            .filter(row -> Double.isNaN(row.number("bytes")))
            .collect(
                Collectors.groupingBy(
                    row -> row.text("command"),
                    LinkedHashMap::new,
                    Collectors.mapping(row -> row.text("opportunity"), Collectors.toList())));
    if (!unknown.isEmpty()) {
      section.below(
          unknown.entrySet().stream()
              .map(
                  entry -> "%s (%s)".formatted(String.join(", ", entry.getValue()), entry.getKey()))
              .collect(Collectors.joining("; ", "Not known yet: ", ".")));
    }
    return section;
  }

  private static String line(Row row) {
    String measure = row.text("measure").replaceFirst("^as stored(, )?", "");
    String action = row.text("action");
    return "%s (%s)%s: %s (%s)."
        .formatted(
            HeadlineFormat.bytes(row.number("bytes")),
            HeadlineFormat.percent(row.number("bytes_ratio")),
            measure.isEmpty() ? "" : " " + measure,
            action.substring(0, action.length() - 1),
            row.text("command").replace("varve report ", ""));
  }
}
