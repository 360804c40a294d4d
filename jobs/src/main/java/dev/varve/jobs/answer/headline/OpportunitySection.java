package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.selection.Prices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Section of the headline with the largest savings, each with the action that makes it, and with
 * the savings that are not known yet.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class OpportunitySection {
  static final String REPORT = "opportunities";

  /** Number of savings that are shown. */
  private static final int MAX_SHOWN = 7;

  /** Least saving that is worth a line, as a share of the stored bytes. */
  private static final double MIN_RATIO = 0.01;

  private OpportunitySection() {}

  /**
   * Makes the section from the rows of report {@value #REPORT}: first those that the input can do,
   * the largest first. A saving whose bytes are unknown needs another verb to be run first.
   */
  static HeadlineSection of(HeadlineData data, Prices prices) {
    HeadlineSection section = new HeadlineSection("Largest savings, each counted by itself");
    List<Row> large =
        data.report(REPORT).stream()
            .filter(row -> row.number("bytes_ratio") >= MIN_RATIO)
            .filter(row -> !row.text("possible").startsWith("no:"))
            .limit(MAX_SHOWN)
            .toList();
    large.forEach(row -> section.addAbove(sentence(row, prices.currency())));
    Map<String, List<String>> unknown = new LinkedHashMap<>();
    data.report(REPORT).stream()
        .filter(row -> Double.isNaN(row.number("bytes")))
        .forEach(
            row ->
                unknown
                    .computeIfAbsent(row.text("command"), command -> new ArrayList<>())
                    .add(row.text("opportunity")));
    String more =
        unknown.isEmpty()
            ? ""
            : unknown.entrySet().stream()
                .map(verb -> "%s (%s)".formatted(String.join(", ", verb.getValue()), verb.getKey()))
                .collect(Collectors.joining("; ", "Not known yet: ", ". "));
    if (!large.isEmpty() || !unknown.isEmpty()) {
      section.addBelow(
          more
              + "Report opportunities says what each takes and which overlap; docs/advice.md how to do"
              + " it.");
    }
    return section;
  }

  /**
   * Sentence on one saving: bytes, share of the stored bytes, measure, money where a price is set,
   * action, who does it, and the report with the places. Measures of stored bytes need no words.
   * Columns {@code takes} and {@code possible} are cut at a colon; the report has the rest.
   */
  private static String sentence(Row row, String currency) {
    String measure = row.text("measure").replaceFirst("^as stored(, )?", "");
    String action = row.text("action").replaceFirst("\\.$", "");
    String possible = row.text("possible");
    return row.filledIn("{bytes} ({bytes_ratio %})")
        + (measure.isEmpty() ? "" : " " + measure)
        + cost(row, "month_cost", currency + " a month")
        + cost(row, "egress_cost", currency)
        + ": %s (%s); report %s."
            .formatted(
                action,
                (possible.equals("yes") ? row.text("takes") : possible).replaceFirst(":.*", ""),
                row.text("command").replace("varve report ", ""));
  }

  private static String cost(Row row, String column, String unit) {
    double cost = row.columns().contains(column) ? row.number(column) : Double.NaN;
    return Double.isNaN(cost) ? "" : ", " + ColumnUnit.MONEY.readable(cost) + " " + unit;
  }
}
