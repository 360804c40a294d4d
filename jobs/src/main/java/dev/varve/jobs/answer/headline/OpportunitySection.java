package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import java.util.List;

/** The largest savings, each with what to do, and what would have to be run to know of others. */
final class OpportunitySection {
  static final String REPORT = "opportunities";

  private static final int MOST = 5;

  /** Least saving that is worth a line, as a share of the stored bytes. */
  private static final double LEAST_RATIO = 0.01;

  private OpportunitySection() {}

  /** Says it, by the rows of that report, which come in the order of their bytes. */
  static HeadlineSection of(HeadlineData data) {
    HeadlineSection section = HeadlineSection.of("Largest savings, each counted by itself");
    List<Row> large =
        data.report(REPORT).stream()
            .filter(row -> row.number("bytes_ratio") >= LEAST_RATIO)
            .limit(MOST)
            .toList();
    large.forEach(row -> section.above(line(row)));
    List<String> unknown =
        data.report(REPORT).stream()
            .filter(row -> Double.isNaN(row.number("bytes")))
            .map(row -> row.text("opportunity"))
            .toList();
    String more = unknown.isEmpty() ? "" : "Not known yet: " + String.join(", ", unknown) + ". ";
    section.below(more + "Report opportunities says which overlap, and what to run.");
    return section;
  }

  private static String line(Row row) {
    String measure = row.text("measure").replaceFirst("^as stored(, )?", "");
    String action = row.text("action");
    return row.in("{bytes} ({bytes_ratio %})")
        + "%s: %s (%s)."
            .formatted(
                measure.isEmpty() ? "" : " " + measure,
                action.substring(0, action.length() - 1),
                row.text("command").replace("varve report ", ""));
  }
}
