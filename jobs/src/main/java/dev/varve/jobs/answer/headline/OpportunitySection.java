package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import java.util.List;

/**
 * Section of the headline with the largest savings, each with the action that makes it, and with
 * the savings that are not known yet.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class OpportunitySection {
  static final String REPORT = "opportunities";

  /** Number of savings that are shown. */
  private static final int MAX_SHOWN = 5;

  /** Least saving that is worth a line, as a share of the stored bytes. */
  private static final double MIN_RATIO = 0.01;

  private OpportunitySection() {}

  /**
   * Makes the section from the rows of report {@value #REPORT}, which are ordered by bytes saved. A
   * saving whose bytes are unknown needs another verb to be run first.
   */
  static HeadlineSection of(HeadlineData data) {
    HeadlineSection section = new HeadlineSection("Largest savings, each counted by itself");
    List<Row> large =
        data.report(REPORT).stream()
            .filter(row -> row.number("bytes_ratio") >= MIN_RATIO)
            .limit(MAX_SHOWN)
            .toList();
    large.forEach(row -> section.addAbove(sentence(row)));
    List<String> unknown =
        data.report(REPORT).stream()
            .filter(row -> Double.isNaN(row.number("bytes")))
            .map(row -> row.text("opportunity"))
            .toList();
    String more = unknown.isEmpty() ? "" : "Not known yet: " + String.join(", ", unknown) + ". ";
    section.addBelow(more + "Report opportunities says which overlap, and what to run.");
    return section;
  }

  /**
   * Sentence on one saving: bytes, share of the stored bytes, measure, action, and the report with
   * details. Measures of stored bytes need no words, and the full stop of the action moves to the
   * end.
   */
  private static String sentence(Row row) {
    String measure = row.text("measure").replaceFirst("^as stored(, )?", "");
    String action = row.text("action");
    return row.filledIn("{bytes} ({bytes_ratio %})")
        + "%s: %s (%s)."
            .formatted(
                measure.isEmpty() ? "" : " " + measure,
                action.substring(0, action.length() - 1),
                row.text("command").replace("varve report ", ""));
  }
}
